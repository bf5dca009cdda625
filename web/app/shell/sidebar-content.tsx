import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import {
  ChartLine,
  CodeXml,
  Database,
  LayoutDashboard,
  LifeBuoy,
  Link2,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Search,
  ServerCog,
  Settings,
  Split,
  Sun,
  Target,
  UserRound,
} from 'lucide-react';
import { Fragment } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { User } from '#web/api.ts';
import { paletteAtom } from '#web/app/state/palette.ts';
import { paths } from '#web/paths.ts';
import { runningCountAtom } from '#web/features/split-tests/split-tests.ts';
import { FolderPlaces } from '#web/features/links/folder-places.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { Logo } from '#web/ui/logo.tsx';
import { displayName, initials } from '#web/format.ts';
import { logoutAtom } from '#web/app/state/account.ts';
import { type Theme, themeAtom } from '#web/app/state/theme.ts';
import { useAction } from '#web/forms/use-action.ts';
import { modKey } from '#web/ui/browser/mod-key.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { absentPaths } from '#web/instance.ts';
import { nameOf, type ScreenName } from '#web/screens.ts';
import { isHere } from './is-here.ts';

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
      <kbd className="ml-auto font-sans text-xs text-faint max-md:hidden">{modKey} K</kbd>
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

const themes = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: 'Follow the device', icon: Monitor },
] as const;

/** The signed-in person's name, with a menu for the profile, the theme and logging out. */
function UserMenu({ user }: { readonly user: User }) {
  const logout = useSetAtom(logoutAtom);
  const navigate = useNavigate();
  const [leave] = useAction(logout, (_, showErrorToast) =>
    showErrorToast('Failed to log out. Please try again.'),
  );
  return (
    <Menu
      side="above"
      buttonClassName="flex w-full items-center gap-2.5 rounded-md px-2.5 py-2 text-left hover:bg-raised"
      button={
        <>
          <Avatar imageUrl={user.profileImageUrl} initials={initials(user)} />
          <span className="grid min-w-0">
            <span className="truncate font-semibold">
              <span className="sr-only">Account of </span>
              {displayName(user)}
            </span>
            <span className="truncate text-sm text-faint">{user.email}</span>
          </span>
        </>
      }
    >
      <MenuAction icon={<UserRound aria-hidden />} onChoose={() => void navigate(paths.profile)}>
        Profile
      </MenuAction>
      {user.isOperator && (
        <MenuAction icon={<ServerCog aria-hidden />} onChoose={() => void navigate(paths.operator)}>
          Operate Waypost
        </MenuAction>
      )}
      <ThemeActions />
      <hr className="my-1 border-line" />
      <MenuAction icon={<LogOut aria-hidden />} onChoose={leave}>
        Log out
      </MenuAction>
    </Menu>
  );
}

function ThemeActions() {
  const [chosen, choose] = useAtom<Theme, [Theme], void>(themeAtom);
  return themes.map(({ theme, label, icon: Icon }) => (
    <MenuAction key={theme} icon={<Icon aria-hidden />} onChoose={() => choose(theme)}>
      <span className={classNames('grow', chosen === theme && 'text-text')}>{label}</span>
      {chosen === theme && <span className="text-xs text-accent-text">On</span>}
    </MenuAction>
  ));
}

type Item = { readonly screen: ScreenName; readonly icon: LucideIcon };

const items = (
  [
    { screen: 'home', icon: LayoutDashboard },
    { screen: 'links', icon: Link2 },
    { screen: 'splitTests', icon: Split },
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
function Navigation() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="grid gap-1">
      {items.map((item) => (
        <Fragment key={item.screen}>
          <Place item={item} />
          {item.screen === 'links' && isHere(paths.links, pathname) && <FolderPlaces />}
        </Fragment>
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
      {screen === 'splitTests' && <RunningTests />}
    </Link>
  );
}

/** How many split tests run; nothing while none does. */
function RunningTests() {
  const count = useAtomValue(runningCountAtom);
  return count > 0 && <span className="num ml-auto text-xs font-normal">{count}</span>;
}
