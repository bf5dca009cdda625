import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';

type StepsProps = {
  /** What the list has: `clicks`. */
  readonly things: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Another page is being loaded. The buttons do nothing until it arrives. */
  readonly isBusy: boolean;
  onBack(): void;
  onNext(): void;
};

/** Buttons to the next and previous page of a list whose length is not counted, the newest first. */
export function Steps({ things, isFirst, isLast, isBusy, onBack, onNext }: StepsProps) {
  if (isFirst && isLast) return null;
  return (
    <nav
      aria-label={`Pages of ${things}`}
      className="flex items-center justify-end gap-1 border-t border-line px-3 py-2"
    >
      <IconButton
        label={`Newer ${things}`}
        isIdle={isFirst}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onBack()}
      >
        <ChevronLeft aria-hidden className="size-[18px]" />
      </IconButton>
      <IconButton
        label={`Older ${things}`}
        isIdle={isLast}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onNext()}
      >
        <ChevronRight aria-hidden className="size-[18px]" />
      </IconButton>
    </nav>
  );
}
