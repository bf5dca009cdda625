import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import type { Time } from './chart-scale.ts';

type ValuesProps = {
  readonly times: readonly Time[];
  /** The index of the chosen time; null: none. */
  readonly pinned: number | null;
  onPin(index: number | null): void;
  /** The numbers of the time of this index. */
  tip(index: number): ReactNode;
};

/**
 * The numbers of one time, above the drawing until closed: a tap chooses the time, and the keyboard
 * through a button that is visible only with the focus.
 */
export function ChartValues({ times, pinned, onPin, tip }: ValuesProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const isByKeyboard = useRef(false);
  const open = () => {
    isByKeyboard.current = true;
    onPin(times.length - 1);
  };
  const close = () => {
    isByKeyboard.current = false;
    onPin(null);
    opener.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-expanded={pinned !== null}
        onClick={open}
        className="sr-only z-10 rounded-md bg-raised font-semibold focus-visible:not-sr-only focus-visible:absolute focus-visible:right-4 focus-visible:mt-2 focus-visible:px-3 focus-visible:py-2"
      >
        Values one by one
      </button>
      {pinned !== null && (
        <Panel
          label={times[pinned]?.label ?? ''}
          index={pinned}
          last={times.length - 1}
          isByKeyboard={isByKeyboard.current}
          onPin={onPin}
          onClose={close}
        >
          {tip(pinned)}
        </Panel>
      )}
    </>
  );
}

type PanelProps = {
  readonly label: string;
  readonly index: number;
  readonly last: number;
  readonly isByKeyboard: boolean;
  readonly children: ReactNode;
  onPin(index: number): void;
  onClose(): void;
};

function Panel({ label, index, last, isByKeyboard, children, onPin, onClose }: PanelProps) {
  const previous = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isByKeyboard) previous.current?.focus({ preventScroll: true });
  }, [isByKeyboard]);
  const go = (to: number) => {
    if (to >= 0 && to <= last) onPin(to);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => go(index - 1),
      ArrowRight: () => go(index + 1),
      Home: () => go(0),
      End: () => go(last),
      Escape: onClose,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  return (
    <section
      aria-label="Values"
      className="mx-2 mb-3 rounded-md border border-line bg-raised px-1 pt-0.5 pb-2"
    >
      <div className="flex items-center gap-2">
        <IconButton
          ref={previous}
          label="Previous"
          isIdle={index === 0}
          onClick={() => go(index - 1)}
          onKeyDown={press}
        >
          <ChevronLeft aria-hidden className="size-[18px]" />
        </IconButton>
        <span className="min-w-24 text-center font-semibold">{label}</span>
        <IconButton
          label="Next"
          isIdle={index === last}
          onClick={() => go(index + 1)}
          onKeyDown={press}
        >
          <ChevronRight aria-hidden className="size-[18px]" />
        </IconButton>
        <IconButton label="Close values" onClick={onClose} onKeyDown={press} className="ml-auto">
          <X aria-hidden className="size-[18px]" />
        </IconButton>
      </div>
      <div aria-live="polite" className="num px-3 text-sm">
        <span className="sr-only">{label}: </span>
        {children}
      </div>
    </section>
  );
}
