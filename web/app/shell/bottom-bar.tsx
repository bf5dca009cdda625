import {
  ChartLine,
  LayoutDashboard,
  Link2,
  type LucideIcon,
  Menu as MenuIcon,
  Plus,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { User } from '#web/api.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { useKeepQuery, useNewLinkPath } from '#web/features/address/keep-query.ts';
import { paths } from '#web/paths.ts';
import { nameOf, type ScreenName } from '#web/screens.ts';
import { classNames } from '#web/ui/class-names.ts';
import { isHere } from './is-here.ts';

/** The sidebar's content in a drawer over the page. */
const Drawer = lazyDialog(
  async () => (await import('./drawer.tsx')).Drawer,
  ({ isOpen }) => isOpen,
);

/**
 * The phone's bar at the bottom of the window: the main places, a new link, and the drawer with
 * everything else. A page's own bar of buttons takes its place.
 */
export function BottomBar({ user }: { readonly user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const newLinkPath = useNewLinkPath();
  return (
    <>
      <nav
        aria-label="Bottom"
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 items-center border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        <Place screen="home" icon={LayoutDashboard} />
        <Place screen="links" icon={Link2} />
        <Link
          to={newLinkPath('link')}
          aria-label="New link"
          className="my-1.5 grid size-12 place-items-center justify-self-center rounded-full bg-accent text-on-accent"
        >
          <Plus aria-hidden className="size-6" />
        </Link>
        <Place screen="analytics" icon={ChartLine} />
        <button
          type="button"
          aria-label="More: open menu"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
          className={classNames(placeClasses, 'text-muted')}
        >
          <MenuIcon aria-hidden strokeWidth={1.8} className="size-5" />
          More
        </button>
      </nav>
      <Drawer user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

const placeClasses =
  'grid min-h-14 min-w-11 content-center justify-items-center gap-0.5 rounded-md text-xs font-medium -outline-offset-2';

type PlaceProps = { readonly screen: ScreenName; readonly icon: LucideIcon };

function Place({ screen, icon: Icon }: PlaceProps) {
  const { pathname } = useLocation();
  const keepQuery = useKeepQuery();
  const isCurrent = isHere(paths[screen], pathname);
  return (
    <Link
      to={keepQuery(paths[screen])}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(placeClasses, isCurrent ? 'text-accent-text' : 'text-muted')}
    >
      <Icon aria-hidden strokeWidth={1.8} className="size-5" />
      {nameOf(screen)}
    </Link>
  );
}
