import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { displayName, initials } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { accountAtom } from '#web/app/state/account.ts';
import { lazy, lazyDialog } from '#web/app/state/lazy.tsx';
import { useGlobalKeys } from '#web/features/palette/keys.ts';
import { followPaletteKeysAtom, keysHelpAtom, paletteAtom } from '#web/app/state/palette.ts';
import { followLiveAtom } from '#web/features/live/follow-live.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { LoadingScreen } from './loading-screen.tsx';
import { NoticesMenu } from '#web/features/notices/notices-menu.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { passwordQuestionAtom } from '#web/app/state/reauthentication.ts';
import { BottomBar } from './bottom-bar.tsx';
import { SidebarContent } from './sidebar-content.tsx';

/** Asks for the password. When the question cannot be loaded, the password counts as not given. */
const PasswordQuestion = lazy(
  async () => (await import('./password-question.tsx')).PasswordQuestion,
  ({ question }) => question !== null,
  ({ question }) => question?.goOn(false),
);

const SessionEnded = lazy(
  async () => (await import('./session-ended.tsx')).SessionEnded,
  ({ isOpen }) => isOpen,
);

const KeysDialog = lazyDialog(
  async () => (await import('#web/features/palette/keys-dialog.tsx')).KeysDialog,
  ({ isOpen }) => isOpen,
);

const CommandPalette = lazyDialog(
  async () => (await import('#web/features/palette/command-palette.tsx')).CommandPalette,
  ({ isOpen }) => isOpen,
);

/** The frame of every signed-in page: a sidebar, or bars at the top and the bottom on phones. */
export function Component() {
  const account = useAtomValue(accountAtom);
  return account.kind === 'in' ? <Shell {...account} /> : <LoadingScreen />;
}

type ShellProps = { readonly user: User; readonly hasEnded: boolean };

function Shell({ user, hasEnded }: ShellProps) {
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const main = useFocusOnArrival(pathname);
  const question = useAtomValue(passwordQuestionAtom);
  const followLive = useSetAtom(followLiveAtom);
  const [isFinding, setFinding] = useAtom(paletteAtom);
  const followPaletteKeys = useSetAtom(followPaletteKeysAtom);
  useEffect(() => followLive(), [followLive]);
  useEffect(() => followPaletteKeys(), [followPaletteKeys]);
  useGlobalKeys();
  const [isHelpOpen, setHelpOpen] = useAtom(keysHelpAtom);

  return (
    <div className="min-h-dvh print:block md:grid md:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      {isPhone ? <TopBar user={user} /> : <Sidebar user={user} />}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto grid w-full max-w-7xl grid-cols-1 content-start gap-5 p-4 pb-28 max-md:gap-4 md:px-8 md:pb-16 md:pt-6 print:block print:max-w-none print:p-0"
      >
        <Outlet />
      </main>
      {isPhone && <BottomBar key={pathname} user={user} />}
      <CommandPalette isOpen={isFinding} onClose={() => setFinding(false)} />
      <KeysDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <PasswordQuestion question={question} />
      <SessionEnded user={user} isOpen={hasEnded} />
      <ScrollRestoration />
    </div>
  );
}

type OfUser = { readonly user: User };

function Sidebar({ user }: OfUser) {
  return (
    <aside className="border-r border-line bg-surface print:hidden">
      <div className="sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto px-3 py-5">
        <SidebarContent user={user} />
      </div>
    </aside>
  );
}

/** The phone's top bar. */
function TopBar({ user }: OfUser) {
  const keepQuery = useKeepQuery();
  return (
    <header
      data-top-bar
      className="sticky top-0 z-20 flex items-center justify-between gap-2 border-b border-line bg-surface px-4 py-1 print:hidden"
    >
      <Link to={keepQuery(paths.home)} className="flex min-h-11 items-center rounded-md">
        <Logo />
      </Link>
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to={paths.profile}
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-md px-1.5"
        >
          <Avatar imageUrl={user.profileImageUrl} initials={initials(user)} />
          <span className="max-w-24 truncate font-semibold">
            <span className="sr-only">Profile of </span>
            {displayName(user)}
          </span>
        </Link>
        <NoticesMenu />
      </div>
    </header>
  );
}

/**
 * Moves the focus to the new page after a navigation, so that keyboard and screen reader users
 * start there.
 */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
