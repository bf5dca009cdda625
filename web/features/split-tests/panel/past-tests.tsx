import { useSetAtom } from 'jotai';
import { ChevronRight } from 'lucide-react';
import { wholeNumber, withoutScheme } from '#web/format.ts';
import { resumeSplitTestAtom } from '#web/features/split-tests/changes/changes.ts';
import type { Destination, SplitTest } from '#web/features/split-tests/split-tests.ts';
import { goalWords, timeWords, utcDay } from '#web/features/split-tests/words.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Composition } from './composition.tsx';
import { Costs } from './costs.tsx';
import { Destinations } from './destinations.tsx';
import { Meter } from './meter.tsx';
import { Sentence } from './sentence.tsx';

/** The tests of a link on which none runs. */
export function PastTestsCard({ tests }: { readonly tests: readonly SplitTest[] }) {
  return (
    <Card>
      <h2 className="px-4 py-3.5 text-lg font-semibold tracking-tight md:px-6">Past split tests</h2>
      <PastTests tests={tests} canResume />
    </Card>
  );
}

type PastTestsProps = {
  /** The newest first. */
  readonly tests: readonly SplitTest[];
  /** Whether the link has no running test, so that the last one may go on. */
  readonly canResume: boolean;
};

/** The tests of a link that are over, each with its numbers, its addresses and its verdict. */
export function PastTests({ tests, canResume }: PastTestsProps) {
  return (
    <ul className="grid">
      {tests.map((test, at) => (
        <li key={test.id} className="border-t border-line">
          <details className="group">
            <summary className="flex cursor-pointer list-none items-start gap-2 px-4 py-3 md:px-6 [&::-webkit-details-marker]:hidden touch">
              <ChevronRight
                aria-hidden
                className="mt-0.5 size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
              />
              <span className="grid min-w-0 gap-0.5">
                <span>
                  <Sentence test={test} />
                </span>
                <span className="text-xs text-faint">
                  {timeWords(test, Date.now())} · Goal: {goalWords(test.goal)}
                </span>
              </span>
            </summary>
            <Verdict test={test} />
            <Composition test={test} />
            <Meter test={test} />
            <Destinations test={test} />
            <Costs test={test} />
            <Addresses destinations={test.destinations} />
            {at === 0 && canResume && test.sentTo !== null && <ResumeButton test={test} />}
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The verdict with the counts on which it was given, and where everybody went in the end. */
function Verdict({ test: { verdict, sentTo, destinations } }: { readonly test: SplitTest }) {
  const of = (counts: readonly number[]) =>
    destinations.map(({ letter }, at) => `${wholeNumber(counts[at] ?? 0)} of ${letter}`).join(', ');
  return (
    <p className="px-4 text-sm text-muted md:px-6">
      {verdict === null
        ? 'No winner was named.'
        : `${verdict.letter} was named the winner on ${utcDay(verdict.on)}: converting visits ${of(
            verdict.convertingVisits,
          )}, visits ${of(verdict.visits)}.`}
      {sentTo !== null && ` In the end everybody was sent to ${sentTo}.`}
    </p>
  );
}

/** Addresses that destinations had before they were corrected; nothing while there are none. */
export function Addresses({ destinations }: { readonly destinations: readonly Destination[] }) {
  const corrected = destinations.filter(({ addresses }) => addresses.length > 1);
  if (corrected.length === 0) return null;
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3 text-sm md:px-6">
      <h3 className="font-semibold">Corrected addresses</h3>
      <ul className="grid gap-1 text-muted">
        {corrected.map(({ letter, addresses }) => (
          <li key={letter} className="wrap-anywhere">
            {letter}:{' '}
            {addresses
              .map(({ url, since }) => `${withoutScheme(url)} since ${utcDay(since)}`)
              .join(', then ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lets a test go on that ended by sending everybody to one destination. */
function ResumeButton({ test }: { readonly test: SplitTest }) {
  const resume = useSetAtom(resumeSplitTestAtom);
  const [start, isBusy] = useAction(() => resume(test), 'Failed to resume the test');
  return (
    <div className="px-4 py-3 md:px-6">
      <Button size="sm" isBusy={isBusy} onClick={start}>
        Let this test go on
      </Button>
    </div>
  );
}
