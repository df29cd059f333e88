import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem } from "@/api/problem";
import { signIn } from "@/api/session";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { ProblemNote } from "@/components/ui/problem-note";

/** Asks for the server's access token; it is traded for a cookie and kept nowhere else. */
export function SignInDialog() {
  const [token, setToken] = useState("");
  const client = useQueryClient();
  const enter = useMutation({
    mutationFn: () => signIn(token.trim()),
    onSuccess: () => client.invalidateQueries(),
  });
  const refused = enter.error instanceof ApiProblem && enter.error.status < 500;
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissable={false}
      title="This server asks for its access token"
      description="It is set as MEMORYOPS_ACCESS_TOKEN where the server runs. It is sent once and kept as a cookie that scripts cannot read."
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate();
        }}
      >
        {enter.error && !refused && <ProblemNote error={enter.error} doing="Signing in" />}
        <Field
          label="Access token"
          required
          error={refused ? "The server does not accept this token." : null}
        >
          {(props) => (
            <Input
              {...props}
              type="password"
              autoComplete="current-password"
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={enter.isPending}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
