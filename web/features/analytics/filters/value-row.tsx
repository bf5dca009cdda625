import type { ReactNode } from 'react';
import { counted } from '#web/format.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';

type ValueRowProps = {
  readonly isChosen: boolean;
  /** Whether the filter can take no more values. */
  readonly isFull: boolean;
  readonly clicks: number | null;
  readonly children: ReactNode;
  onToggle(): void;
};

/** One value to choose, with its clicks when they are known. */
export function ValueRow({ isChosen, isFull, clicks, children, onToggle }: ValueRowProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raised touch">
        <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
        <span className="min-w-0 grow">{children}</span>
        {clicks !== null && (
          <span className="num shrink-0 text-sm text-muted">{counted(clicks, 'click')}</span>
        )}
      </label>
    </li>
  );
}
