import type { ReactNode } from 'react';
import { roundSlots } from '#contract/split-tests/split-words';
import { moneyIn, wholeNumber, withoutScheme } from '#web/format.ts';
import { OtherCurrencies } from '#web/features/events/other-currencies.tsx';
import { type RatioAxis, ratioAxis } from '#web/features/split-tests/axis.ts';
import type { Destination, SplitTest } from '#web/features/split-tests/split-tests.ts';
import {
  allOf,
  hasSlots,
  isSomething,
  rateWords,
  reconciled,
  referenceOf,
} from '#web/features/split-tests/words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Facts } from '#web/ui/texts/facts.tsx';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { useIsNarrow } from '#web/ui/browser/use-is-phone.ts';
import { AxisLabels, Interval, Plot, Reference } from './interval.tsx';
import { Letter, StateWord } from './letter.tsx';

/** The destinations side by side, and what the link's numbers have beside them. */
export function Destinations({ test }: { readonly test: SplitTest }) {
  const isNarrow = useIsNarrow();
  const plot = plotOf(test);
  return isNarrow ? <Cards test={test} plot={plot} /> : <Table test={test} plot={plot} />;
}

/** What all rows of a plot share; the axis is null while nothing can be compared. */
type PlotOf = {
  readonly axis: RatioAxis | null;
  readonly title: string;
  readonly hasBand: boolean;
  readonly reference: Destination | null;
};

function plotOf(test: SplitTest): PlotOf {
  const compared = test.destinations.flatMap(({ fromLeader }) => fromLeader ?? []);
  const reference = referenceOf(test);
  if (reference === null) return { axis: null, title: 'Difference', hasBand: false, reference };
  return {
    axis: ratioAxis(compared),
    title: `Difference from ${reference.letter}`,
    hasBand: test.state === 'alike',
    reference,
  };
}

type PartProps = { readonly test: SplitTest; readonly plot: PlotOf };

const head = 'pb-2 align-bottom text-xs font-medium text-faint';

function Table({ test, plot }: PartProps) {
  const all = allOf(test);
  const { notAssigned, currency } = test;
  return (
    <table aria-label="Split test" className="w-full table-fixed border-collapse text-sm">
      <colgroup>
        <col />
        <col className="w-16" />
        <col className="w-20" />
        <col className="w-15" />
        <col className="w-[26%]" />
        <col className="w-24" />
        <col className="w-18" />
        <col className="w-20" />
      </colgroup>
      <thead>
        <tr className="border-t border-line">
          <th scope="col" className={classNames(head, 'pl-6 text-left')}>
            Destination
          </th>
          <Heads of={counts} />
          <th scope="col" className={classNames(head, 'pt-2 pr-2 pl-4 text-left')}>
            {plot.title}
            {plot.axis && <AxisLabels axis={plot.axis} />}
          </th>
          <Heads of={moneyFacts(currency)} />
          <th scope="col" className={classNames(head, 'pr-6')}>
            <span className="sr-only">State</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {test.destinations.map((destination) => (
          <tr key={destination.id} className="h-14 border-t border-line">
            <th scope="row" className="max-w-0 pl-6 text-left font-normal">
              <Named destination={destination} isShared={test.isRunning && hasSlots(test)} />
            </th>
            <Numbers of={destination} currency={currency}>
              <td className="relative">
                <div className="absolute inset-y-0 right-2 left-4 flex items-center">
                  <Compared destination={destination} test={test} plot={plot} />
                </div>
              </td>
            </Numbers>
            <td className="pr-6 text-right">
              <StateWord destination={destination} />
            </td>
          </tr>
        ))}
        {isSomething(notAssigned) && (
          <tr className="h-10 border-t border-line">
            <th scope="row" className="pl-6 text-left font-normal text-muted">
              <span className="flex items-center gap-3">
                <Letter /> Not assigned
              </span>
            </th>
            <Numbers of={notAssigned} currency={currency}>
              <td className="px-4 text-xs text-faint">{notAssignedNote}</td>
            </Numbers>
          </tr>
        )}
        <tr className="h-10 border-t border-line">
          <th scope="row" className="pl-6 text-left font-medium">
            All visits of the link
          </th>
          <Numbers of={all} currency={currency}>
            <td className="px-4 py-1 text-xs text-faint">{reconciled(test)}</td>
          </Numbers>
        </tr>
      </tbody>
    </table>
  );
}

const notAssignedNote = 'No click, or one outside this test';

function Heads({ of }: { readonly of: readonly Fact[] }) {
  return of.map(({ name }) => (
    <th key={name} scope="col" className={classNames(head, 'px-2 text-right')}>
      {name}
    </th>
  ));
}

type Counted = SplitTest['notAssigned'];
type Fact = { readonly name: string; cell(of: Counted): ReactNode };

const counts: readonly Fact[] = [
  { name: 'Visits', cell: ({ visits }) => wholeNumber(visits) },
  { name: 'Converted', cell: ({ convertingVisits }) => wholeNumber(convertingVisits) },
  { name: 'Rate', cell: ({ convertingVisits, visits }) => rateWords(convertingVisits, visits) },
];

function moneyFacts(currency: string): readonly Fact[] {
  return [
    {
      name: 'Revenue',
      cell: ({ revenue, otherCurrencies }) => (
        <>
          {moneyIn(revenue, currency)}
          <OtherCurrencies totals={otherCurrencies} amount="revenue" />
        </>
      ),
    },
    {
      name: 'Per visit',
      cell: ({ revenue, visits }) =>
        visits === 0 ? '–' : moneyIn(Math.round(revenue / visits), currency),
    },
  ];
}

type NumbersProps = {
  readonly of: Counted;
  readonly currency: string;
  /** The cell of the difference. */
  readonly children: ReactNode;
};

/** The cells of a row's numbers, with the cell of its difference among them. */
function Numbers({ of, currency, children }: NumbersProps) {
  const cells = (facts: readonly Fact[]) =>
    facts.map(({ name, cell }) => (
      <td
        key={name}
        className={classNames('num px-2 text-right', name === 'Rate' && 'font-semibold')}
      >
        {cell(of)}
      </td>
    ));
  return (
    <>
      {cells(counts)}
      {children}
      {cells(moneyFacts(currency))}
    </>
  );
}

type NamedProps = { readonly destination: Destination; readonly isShared: boolean };

/** The letter, the name and the address of a destination, and its share where it is not even. */
function Named({ destination, isShared }: NamedProps) {
  const { letter, name, url, state, slots } = destination;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Letter letter={letter} isWinner={state === 'wins'} />
      <span className="grid min-w-0">
        {name !== null && <span className="truncate font-medium">{name}</span>}
        <span className={classNames('flex min-w-0 gap-1', name !== null && 'text-xs text-faint')}>
          <span className="min-w-0">
            <MiddleCut text={withoutScheme(url)} />
          </span>
          {isShared && <span className="num shrink-0">{`· ${slots} of ${roundSlots}`}</span>}
        </span>
      </span>
    </span>
  );
}

type ComparedProps = PartProps & { readonly destination: Destination };

/** The destination in the plot, or why it is not there. */
function Compared({ destination, test, plot: { axis, hasBand, reference } }: ComparedProps) {
  const { fromLeader, state, letter } = destination;
  if (axis === null) {
    const isSilent = test.state === 'untracked' && destination.convertingVisits === 0;
    return (
      <span className={classNames('text-xs', isSilent ? 'text-warn' : 'text-faint')}>
        {isSilent ? 'reports nothing' : whyNotCompared(test)}
      </span>
    );
  }
  return (
    <Plot axis={axis} hasBand={hasBand}>
      {fromLeader && <Interval axis={axis} comparison={fromLeader} />}
      {destination === reference && (
        <Reference axis={axis} letter={letter} isWinner={state === 'wins'} />
      )}
    </Plot>
  );
}

function whyNotCompared({ state, goal }: SplitTest): string {
  if (goal === 'revenue') return 'No interval for revenue';
  return state === 'waiting' || state === 'early' ? 'not judged yet' : '–';
}

/** The same for narrow windows: a card each, all on one axis. */
function Cards({ test, plot }: PartProps) {
  const { destinations, notAssigned, currency } = test;
  const facts = [...counts, ...moneyFacts(currency)];
  return (
    <ul aria-label="Split test" className="grid text-sm">
      {destinations.map((destination, at) => (
        <li key={destination.id} className="grid gap-2.5 border-t border-line px-4 py-3 md:px-6">
          <span className="flex items-center justify-between gap-3">
            <Named destination={destination} isShared={test.isRunning && hasSlots(test)} />
            <span className="flex shrink-0 gap-1">
              <StateWord destination={destination} />
            </span>
          </span>
          {at === 0 && plot.axis && (
            <div className="text-xs text-faint">
              {plot.title}
              <AxisLabels axis={plot.axis} />
            </div>
          )}
          {plot.axis && (
            <div className="relative h-7">
              <Compared destination={destination} test={test} plot={plot} />
            </div>
          )}
          <Facts columns={facts} row={destination} />
        </li>
      ))}
      {isSomething(notAssigned) && (
        <li className="grid gap-2.5 border-t border-line px-4 py-3 md:px-6">
          <span className="flex items-center gap-3 text-muted">
            <Letter /> Not assigned
          </span>
          <p className="text-xs text-faint">{notAssignedNote}</p>
          <Facts columns={facts} row={notAssigned} />
        </li>
      )}
      <li className="grid gap-2.5 border-t border-line px-4 py-3 md:px-6">
        <span className="font-medium">All visits of the link</span>
        <p className="text-xs text-faint">{reconciled(test)}</p>
        <Facts columns={facts} row={allOf(test)} />
      </li>
    </ul>
  );
}
