import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Removable } from './removal-question.tsx';

type EditableRowProps = {
  readonly name: string;
  /** What the question names, where the name alone would not say it. */
  readonly removed?: string;
  /** Behind the name: the state. */
  readonly badge: ReactNode;
  /** The text of the toast when it cannot be removed. */
  readonly failure: string;
  /** Below the name. */
  readonly children: ReactNode;
  onEdit(): void;
  onRemove(): Promise<void>;
};

/** A list item of something that the account made, with buttons that edit and remove it. */
export function EditableRow({
  name,
  removed = name,
  badge,
  children,
  onEdit,
  ...removal
}: EditableRowProps) {
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <Removable {...removal} name={removed} verb="Remove" onRemoved={focusContent}>
        {(button) => (
          <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-2.5">
            <div className="grid min-w-0 grow basis-72 gap-1">
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="font-semibold wrap-anywhere">{name}</span>
                {badge}
              </span>
              {children}
            </div>
            <div className="flex gap-1.5">
              <Button size="sm" aria-label={`Edit: ${name}`} onClick={onEdit}>
                Edit
              </Button>
              <Button size="sm" look="danger" aria-label={`Remove: ${name}`} {...button}>
                Remove
              </Button>
            </div>
          </div>
        )}
      </Removable>
    </li>
  );
}

/** The removed row had the focus: the keyboard goes on from the content of the page. */
function focusContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true });
}
