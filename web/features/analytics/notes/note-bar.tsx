import { MessageSquarePlus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Annotation } from '#contract/analytics/saved';
import type { Report } from '#web/api.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import type { EditedNote } from './note-dialog.tsx';

const NoteDialog = lazyDialog(
  async () => (await import('./note-dialog.tsx')).NoteDialog,
  ({ note }) => note !== null,
);

type NoteBarProps = { readonly range: Report['range']; readonly notes: readonly Annotation[] };

/** The notes of the range, below its chart. Each can be edited, and a button adds a new one. */
export function NoteBar({ range, notes }: NoteBarProps) {
  const [edited, setEdited] = useState<EditedNote | null>(null);
  const shown = notes
    .filter(({ date }) => date >= range.from && date <= range.to)
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const add = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(add, { count: shown.length, isBusy: edited !== null });
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-2">
      <button
        ref={add}
        type="button"
        onClick={() => setEdited({ date: range.to })}
        className={`${chip} text-muted hover:text-text`}
      >
        <MessageSquarePlus aria-hidden className="size-4" />
        Add a note
      </button>
      {shown.length > 0 && (
        <ul aria-label="Notes" className="contents">
          {shown.map((note) => (
            <li key={note.id} className="max-w-full min-w-0">
              <button
                type="button"
                title={`Edit: ${note.text}`}
                onClick={() => setEdited(note)}
                className={`${chip} bg-info-soft text-left hover:brightness-110`}
              >
                <span className="num shrink-0 text-info">
                  {daysLabel({ from: note.date, to: note.date }, localDay(new Date()))}
                </span>
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {note.text}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <NoteDialog note={edited} onClose={() => setEdited(null)} />
    </div>
  );
}

/** Moves the focus to `next` when a note was removed and its dialog has closed. */
function useFocusAfterRemoval(
  next: RefObject<HTMLElement | null>,
  { count, isBusy }: { readonly count: number; readonly isBusy: boolean },
): void {
  const before = useRef(count);
  useEffect(() => {
    if (isBusy) return undefined;
    const isRemoved = count < before.current;
    before.current = count;
    if (!isRemoved) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) next.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [next, count, isBusy]);
}

const chip =
  'flex min-h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium transition-colors touch max-w-full';
