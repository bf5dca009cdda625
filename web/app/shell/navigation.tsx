import {
  ChartLine,
  CodeXml,
  Database,
  LayoutDashboard,
  LifeBuoy,
  Link2,
  type LucideIcon,
  Settings,
  Target,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { absentPaths } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { nameOf, type ScreenName } from '#web/screens.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';

type Item = { readonly screen: ScreenName; readonly icon: LucideIcon };

const items = (
  [
    { screen: 'home', icon: LayoutDashboard },
    { screen: 'links', icon: Link2 },
    { screen: 'analytics', icon: ChartLine },
    { screen: 'conversions', icon: Target },
    { screen: 'tracking', icon: CodeXml },
    { screen: 'sql', icon: Database },
  ] as const
).filter(({ screen }) => !absentPaths.has(paths[screen]));

const more: readonly Item[] = [
  { screen: 'settings', icon: Settings },
  { screen: 'support', icon: LifeBuoy },
];

/**
 * The main navigation. An item is current when the path begins with its own. The dashboard has two
 * paths.
 */
export function Navigation() {
  return (
    <nav aria-label="Main" className="grid gap-1">
      {items.map((item) => (
        <Place key={item.screen} item={item} />
      ))}
      <span className="px-2.5 pt-4 pb-1 text-xs font-semibold text-faint">More</span>
      {more.map((item) => (
        <Place key={item.screen} item={item} />
      ))}
    </nav>
  );
}

function Place({ item: { screen, icon: Icon } }: { readonly item: Item }) {
  const path = paths[screen];
  const { pathname } = useLocation();
  const keepQuery = useKeepQuery();
  return (
    <Link
      to={keepQuery(path)}
      aria-current={isHere(path, pathname) ? 'page' : undefined}
      className={classNames(
        'flex items-center gap-2.5 rounded-md px-2.5 py-2 font-medium transition-colors touch',
        isHere(path, pathname)
          ? 'bg-accent-soft text-accent-text'
          : 'text-muted hover:bg-raised hover:text-text',
      )}
    >
      <Icon aria-hidden strokeWidth={1.8} className="size-[18px]" />
      {nameOf(screen)}
    </Link>
  );
}

function isHere(path: string, pathname: string): boolean {
  if (path === paths.home) return pathname === paths.home || pathname === paths.dashboard;
  return pathname === path || pathname.startsWith(`${path}/`);
}
