import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { closeFloating, Floating, type Side } from './floating.tsx';

type MenuProps = {
  /** The content of the button that opens the menu. */
  readonly button: ReactNode;
  /** The button's name, when its content is only an icon. */
  readonly label?: string;
  readonly buttonClassName: string;
  /** The button's id, for code that gives it the focus. */
  readonly buttonId?: string;
  readonly side?: Side | undefined;
  readonly isDisabled?: boolean;
  /** The actions; rendered only while the menu is open. */
  readonly children: ReactNode;
};

/** A menu of actions, opened by a button. */
export function Menu(props: MenuProps) {
  const { button, label, buttonClassName, buttonId, side, isDisabled, children } = props;
  return (
    <Floating
      side={side}
      className="min-w-48 rounded-md border border-line bg-raised p-1 text-text shadow-float"
      button={(opens) => (
        <button
          type="button"
          {...opens}
          id={buttonId}
          disabled={isDisabled}
          aria-haspopup="menu"
          aria-label={label}
          onKeyDown={openByArrow}
          className={buttonClassName}
        >
          {button}
        </button>
      )}
    >
      <div
        role="menu"
        tabIndex={-1}
        aria-label={label ?? 'Menu'}
        onKeyDown={moveByKey}
        className="grid max-h-[60dvh] gap-px overflow-y-auto focus:outline-none"
      >
        {children}
      </div>
    </Floating>
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
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
      onClick={({ currentTarget }) => {
        closeFloating(currentTarget);
        onChoose();
      }}
      className={classNames(
        'flex w-full items-center gap-2.5 rounded-sm px-2.5 py-2 text-left text-sm font-medium touch [&_svg]:size-4 [&_svg]:shrink-0',
        isDanger ? 'text-bad focus:bg-bad-soft' : 'text-muted focus:bg-accent-soft focus:text-text',
      )}
    >
      {icon}
      {children}
    </button>
  );
}

/** An action of a menu, by its name. */
export type MenuEntry = {
  readonly name: string;
  readonly icon: ReactNode;
  readonly isDanger?: boolean;
  run(): void;
};

export function MenuEntries({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return entries.map(({ name, icon, isDanger = false, run }) => (
    <MenuAction key={name} icon={icon} isDanger={isDanger} onChoose={run}>
      {name}
    </MenuAction>
  ));
}

function openByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.currentTarget.click();
}

/**
 * The keys of a menu, as the ARIA Authoring Practices list them: arrows, Home and End, the first
 * letter of an action; Tab closes it and moves on from its button.
 */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Tab') closeFloating(event.currentTarget);
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const wanted = itemFor(event.key, items);
  if (!wanted) return;
  event.preventDefault();
  wanted.focus();
}

function itemFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowDown') return items[at + 1];
  if (key === 'ArrowUp') return at === -1 ? items.at(-1) : items[at - 1];
  if (key.length !== 1 || key === ' ') return undefined;
  const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return rest.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()));
}
