import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createConsoleRouter, createQueryClient } from "@/app/router";
import { rememberActor } from "@/lib/actor";

/** The whole console at an address, as a person with this name sees it. */
export function openConsole(path: string, name = "Ada Lovelace") {
  rememberActor(name);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  const router = createConsoleRouter(client, createMemoryHistory({ initialEntries: [path] }));
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup({ delay: null }), router, client, ...view };
}
