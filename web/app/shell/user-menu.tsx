import { useAtom, useSetAtom } from 'jotai';
import { LogOut, Monitor, Moon, ServerCog, Sun, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { User } from '#web/api.ts';
import { displayName, initials } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { logoutAtom } from '#web/app/state/account.ts';
import { type Theme, themeAtom } from '#web/app/state/theme.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/menu.tsx';

const themes = [
  { theme: 'light', label: 'Light theme', icon: Sun },
  { theme: 'dark', label: 'Dark theme', icon: Moon },
  { theme: 'system', label: 'Follow the device', icon: Monitor },
] as const;

/** The signed-in person's name, with a menu for the profile, the theme and logging out. */
export function UserMenu({ user }: { readonly user: User }) {
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
