import { ChevronLeft, ChevronRight } from 'lucide-react';
import { wholeNumber } from '#web/format.ts';
import { IconButton } from '#web/ui/button.tsx';

type PagerProps = {
  /** Names the list, on screens with more than one. */
  readonly label?: string;
  /** From 0. */
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly total: number;
  /** Another page is being loaded. The buttons do nothing until it arrives. */
  readonly isStale?: boolean;
  onGo(pageIndex: number): void;
};

/**
 * Shows the position in a long list and buttons for the next and previous page. Renders nothing
 * when the list has one page.
 */
export function Pager({ label = 'Pages', pageIndex, pageSize, total, isStale, onGo }: PagerProps) {
  if (total <= pageSize) return null;
  const go = (index: number) => {
    if (!isStale) onGo(index);
  };
  const first = pageIndex * pageSize + 1;
  const last = Math.min(total, first + pageSize - 1);

  return (
    <nav
      aria-label={label}
      className="flex items-center justify-end gap-1 border-t border-line px-3 py-2"
    >
      <span aria-live="polite" className="num mr-2 text-sm text-muted">
        {wholeNumber(first)}–{wholeNumber(last)} of {wholeNumber(total)}
      </span>
      <IconButton
        label="Previous page"
        isIdle={pageIndex === 0}
        aria-disabled={isStale || undefined}
        onClick={() => go(pageIndex - 1)}
      >
        <ChevronLeft aria-hidden className="size-[18px]" />
      </IconButton>
      <IconButton
        label="Next page"
        isIdle={last >= total}
        aria-disabled={isStale || undefined}
        onClick={() => go(pageIndex + 1)}
      >
        <ChevronRight aria-hidden className="size-[18px]" />
      </IconButton>
    </nav>
  );
}
