import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { CircleUserRound, Keyboard, SunMoon } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useLiveStream } from "@/api/live";
import { useSignInNeeded } from "@/api/session";
import { ConnectionNote } from "@/app/connection-note";
import { HealthAnnouncer } from "@/app/health-indicator";
import { HelpDialog } from "@/app/help-dialog";
import { NameDialog } from "@/app/name-dialog";
import { MobileBar, Sidebar, TabBar } from "@/app/navigation-bars";
import { palette } from "@/app/palette";
import { SignInDialog } from "@/app/sign-in-dialog";
import { useGoTo, usePaletteKey } from "@/app/use-keys";
import { Announcer } from "@/components/ui/announcer";
import { Fetched } from "@/components/ui/fetched";
import { Toaster } from "@/components/ui/toast";
import { setAsked, useIsAsked, useWasAsked } from "@/lib/actor";
import { useCommand, useCommandKeys } from "@/lib/commands";
import { focusHeading } from "@/lib/focus-heading";
import { toggleTheme } from "@/lib/theme";

type Overlay = "palette" | "help" | "name" | null;

/** Navigation around every page, and what can lie over it. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>(null);
  const close = useCallback(() => {
    setOverlay(null);
    setAsked(false);
  }, []);
  const signIn = useSignInNeeded();
  const wasAsked = useWasAsked();
  const isAsked = useIsAsked();
  useFocusAfterNavigation();
  useGoTo();
  usePaletteKey(useCallback(() => setOverlay("palette"), []));
  useCommandKeys();
  useLiveStream();
  useCommand({
    label: "Keyboard shortcuts",
    icon: Keyboard,
    keyName: "help",
    ofConsole: true,
    run: () => setOverlay("help"),
  });
  useCommand({ label: "Switch theme", icon: SunMoon, ofConsole: true, run: toggleTheme });
  useCommand({
    label: "Change your name…",
    icon: CircleUserRound,
    ofConsole: true,
    run: () => setOverlay("name"),
  });
  const openers = {
    onSearch: () => setOverlay("palette"),
    onHelp: () => setOverlay("help"),
    onName: () => setOverlay("name"),
  };
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-md bg-accent-solid px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <div className="md:grid md:min-h-dvh md:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
        <Sidebar {...openers} />
        <MobileBar {...openers} />
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 px-4 pt-4 pb-24 outline-none md:px-8 md:pt-6 md:pb-12 print:p-0"
        >
          <div className="mx-auto max-w-[82rem]">
            <ConnectionNote />
            <Outlet />
          </div>
        </main>
        <TabBar />
      </div>
      {overlay === "palette" && <Fetched part={palette} props={{ onClose: close }} />}
      <HelpDialog open={overlay === "help"} onOpenChange={close} />
      {signIn ? (
        <SignInDialog />
      ) : (
        (overlay === "name" || !wasAsked || isAsked) && <NameDialog onClose={close} />
      )}
      <HealthAnnouncer />
      <Announcer />
      <Toaster />
    </>
  );
}

/** After moving to another page, focus stands on its heading, so that reading starts there. */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    let before = path;
    return router.subscribe("onRendered", ({ toLocation }) => {
      if (toLocation.pathname === before) return;
      before = toLocation.pathname;
      focusHeading();
    });
    // The first path is only where following starts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [router]);
}
