import { useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { paletteAtom } from '#web/app/state/palette.ts';
import { paths } from '#web/paths.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

/** Opens the command palette. */
function FindButton() {
  const open = useSetAtom(paletteAtom);
  return (
    <button
      type="button"
      onClick={() => open(true)}
      className="mb-2 flex items-center gap-2.5 rounded-md border border-line px-2.5 py-1.5 text-muted transition-colors hover:border-line-strong hover:text-text touch"
    >
      <Search aria-hidden className="size-4" />
      Find
      <kbd className="ml-auto font-sans text-xs text-faint max-md:hidden">Ctrl K</kbd>
    </button>
  );
}

/** The places of the app and the person's menu, for the sidebar and the drawer. */
export function SidebarContent({ user }: { readonly user: User }) {
  const keepQuery = useKeepQuery();
  return (
    <>
      <Link
        to={keepQuery(paths.home)}
        className="mb-5 flex items-center self-start rounded-md px-2.5 max-md:mb-3 touch"
      >
        <Logo />
      </Link>
      <FindButton />
      <Navigation />
      <div className="mt-auto pt-4">
        <UserMenu user={user} />
      </div>
    </>
  );
}
