import { wholeNumber } from '#web/format.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { aboutWords, countedWords, meterOf } from '#web/features/split-tests/words.ts';
import { classNames } from '#web/ui/class-names.ts';

const hatching = 'bg-[repeating-linear-gradient(115deg,var(--muted)_0_2px,transparent_2px_5px)]';

/** How many visits were counted, how many wait, and about how many are still to come. */
export function Meter({ test }: { readonly test: SplitTest }) {
  const { counted, waiting, toCome } = meterOf(test);
  const parts = [
    { name: 'Counted', count: counted, look: 'bg-muted', words: '' },
    { name: 'Waiting', count: waiting, look: hatching, words: `, ${wholeNumber(waiting)}` },
    {
      name: 'Still to come',
      count: toCome ?? 0,
      look: 'border border-line-strong',
      words: `, ${aboutWords(toCome ?? 0)}`,
    },
  ].filter(({ count }) => count > 0);
  return (
    <div className="grid gap-2.5 px-4 pt-4 pb-4 md:px-6">
      {parts.length > 0 && (
        <div aria-hidden className="flex h-2 gap-0.5">
          {parts.map(({ name, count, look }) => (
            <span
              key={name}
              style={{ flexGrow: count }}
              className={classNames(
                'min-w-1 basis-0 rounded-xs first:rounded-l-full last:rounded-r-full',
                look,
              )}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <p className="mr-auto text-muted">{countedWords(test)}</p>
        {parts.length > 1 &&
          parts.map(({ name, look, words }) => (
            <span key={name} className="flex items-center gap-2 text-faint">
              <span aria-hidden className={classNames('h-2 w-3 rounded-xs', look)} />
              {name}
              {words}
            </span>
          ))}
      </div>
    </div>
  );
}
