import type { Change } from './measures.ts';
import { classNames } from '#web/ui/class-names.ts';

const tones = { up: 'font-semibold text-good', down: 'font-semibold text-bad', none: 'text-muted' };

/** A change against another time: its direction is in its sign and in its colour. */
export function ChangeText({ change }: { readonly change: Change }) {
  return (
    <span className={classNames('num shrink-0', tones[change.tone])}>
      {change.label === '—' ? (
        <>
          <span aria-hidden>—</span>
          <span className="sr-only">no comparison</span>
        </>
      ) : (
        change.label
      )}
    </span>
  );
}
