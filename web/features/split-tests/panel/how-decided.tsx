import { ChevronRight } from 'lucide-react';
import { counted, wholeNumber } from '#web/format.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { bolderWords, planDays } from '#web/features/split-tests/words.ts';
import { classNames } from '#web/ui/class-names.ts';

type HowDecidedProps = {
  readonly test: SplitTest;
  /** Whether there is room for two rules side by side. */
  readonly isWide: boolean;
};

/** The rules of a verdict in plain words. */
export function HowDecided({ test, isWide }: HowDecidedProps) {
  return (
    <details className="group">
      <summary className="flex cursor-pointer items-center gap-1.5 justify-self-start rounded-sm font-semibold touch">
        <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
        How this is decided
      </summary>
      <dl
        className={classNames('grid gap-x-12 gap-y-2.5 pt-2 text-sm', isWide && 'lg:grid-cols-2')}
      >
        {rulesOf(test).map(([name, text]) => (
          <div key={name} className="grid content-start gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function rulesOf({
  goal,
  windowDays,
  planned,
}: SplitTest): (readonly [name: string, text: string])[] {
  const isRevenue = goal === 'revenue';
  return [
    [
      'A visit counts',
      windowDays === null
        ? 'when it has had its time to convert. The first judgement chooses how long.'
        : `when it has had ${counted(windowDays, 'day')} to convert. This time grows when conversions come later.`,
    ],
    [
      'Once a visit',
      isRevenue
        ? 'The amounts of a visit are added up. Very large ones count up to a limit.'
        : 'A visit converts or not. Repeated orders do not count, and refunds lower the revenue only.',
    ],
    ['A winner', 'has enough evidence against every other destination on the same day (UTC).'],
    [
      'Looking',
      'changes nothing. When all destinations are equally good, fewer than 1 test in 20 ever names a winner.',
    ],
    ['Small differences', smallDifferences(planned)],
  ];
}

function smallDifferences(planned: SplitTest['planned']): string {
  const never = 'Those below 2.5% are never found, on purpose.';
  if (planned === null) return `need many visits. ${never}`;
  const { twentyPercent, fiftyPercent } = planned;
  return `need many visits: 20% takes about ${wholeNumber(twentyPercent)} here (${planDays(planned)} at the present pace), 50% about ${wholeNumber(fiftyPercent)}.${bolderWords(planned)} ${never}`;
}
