import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { categoryNames, rateWords } from '#web/features/split-tests/words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Letter } from './letter.tsx';

const head = 'pb-1.5 text-left text-xs font-medium text-faint';

/** Which visitors each destination got, when they differ too much; nothing otherwise. */
export function Composition({ test: { composition, destinations } }: { readonly test: SplitTest }) {
  if (composition === null) return null;
  return (
    <div className="px-4 pt-4 md:px-6">
      <table
        aria-label="Visitors of each destination"
        className="w-full max-w-3xl table-fixed border-collapse text-sm"
      >
        <colgroup>
          <col className="w-28 md:w-48" />
        </colgroup>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className={head}>
              Part of the visits
            </th>
            {destinations.map(({ letter, name }) => (
              <th key={letter} scope="col" className={classNames(head, 'pl-3')}>
                <span className="flex min-w-0 items-center gap-2">
                  <Letter letter={letter} />
                  <span className="truncate max-sm:sr-only">{name}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {composition.map(({ category, visits, of }, at) => (
            <tr key={category} className="border-t border-line">
              <th
                scope="row"
                className={classNames(
                  'py-2 text-left font-normal',
                  at === 0 ? 'text-text' : 'text-muted',
                )}
              >
                {categoryNames[category]}
              </th>
              {destinations.map(({ letter }, place) => (
                <td key={letter} className="py-2 pl-3">
                  <Part count={visits[place] ?? 0} of={of[place] ?? 0} isWorst={at === 0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pt-2 text-xs text-faint">
        Since the shares were last changed. In each row, the destinations should nearly agree.
      </p>
    </div>
  );
}

type PartProps = {
  readonly count: number;
  readonly of: number;
  /** Whether it is of the category that differs most. */
  readonly isWorst: boolean;
};

/** A part of a destination's visits, with its bar. */
function Part({ count, of, isWorst }: PartProps) {
  return (
    <span className="grid items-center gap-x-2 gap-y-1 sm:grid-cols-[3rem_minmax(0,1fr)]">
      <span className={classNames('num', isWorst ? 'font-semibold text-warn' : 'text-muted')}>
        {rateWords(count, of)}
      </span>
      <span aria-hidden className="h-1.5 rounded-full bg-line">
        <span
          style={{ width: `${of === 0 ? 0 : (count / of) * 100}%` }}
          className={classNames('block h-full rounded-full', isWorst ? 'bg-warn' : 'bg-muted')}
        />
      </span>
    </span>
  );
}
