import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems, Portal } from '@headlessui/react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useFloatingHome } from './use-floating-home.ts';

type MenuProps = {
  /** The button that opens the menu: its content, look and name. */
  readonly button: ReactNode;
  /** Names a button whose content is only an icon. */
  readonly label?: string;
  readonly buttonClassName: string;
  readonly anchor?: ComponentProps<typeof MenuItems>['anchor'];
  readonly children: ReactNode;
};

/** A menu of actions, opened by a button. */
export function Menu({ button, label, buttonClassName, anchor, children }: MenuProps) {
  const floating = useFloatingHome();
  return (
    <HeadlessMenu>
      <MenuButton ref={floating.button} aria-label={label} className={buttonClassName}>
        {button}
      </MenuButton>
      <Portal.Group target={floating.home}>
        <MenuItems
          modal={false}
          anchor={anchor ?? { to: 'bottom end', gap: 6, padding: 12 }}
          className="z-40 grid min-w-48 gap-px rounded-md border border-line bg-raised p-1 shadow-float focus:outline-none"
        >
          {children}
        </MenuItems>
      </Portal.Group>
    </HeadlessMenu>
  );
}

type MenuActionProps = {
  readonly icon: ReactNode;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
  onChoose(): void;
};

export function MenuAction({ icon, isDanger, children, onChoose }: MenuActionProps) {
  return (
    <MenuItem>
      <button
        type="button"
        onClick={onChoose}
        className={classNames(
          'flex w-full items-center gap-2.5 rounded-sm px-2.5 py-2 text-left text-sm font-medium max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
          isDanger
            ? 'text-bad data-focus:bg-bad-soft'
            : 'text-muted data-focus:bg-accent-soft data-focus:text-text',
        )}
      >
        {icon}
        {children}
      </button>
    </MenuItem>
  );
}
