import type { PublicReport } from '#web/api.ts';
import { Letter } from '#web/features/split-tests/panel/letter.tsx';
import { moneyIn, oneDecimal, wholeNumber, destinationWord } from '#web/format.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';

type Shown = NonNullable<PublicReport['splitTest']>;

/** The link's running split test over its whole time, whatever the range says. */
export function SplitTestCard({ test }: { readonly test: Shown }) {
  const { sentence, currency, destinations } = test;
  const showsMoney = destinations.some(({ revenue }) => revenue !== undefined);
  const isWon = destinations.some(({ wins }) => wins);
  return (
    <Card>
      <CardHeader title="Split test" note="The whole test, whatever the range says" />
      <div className="grid gap-3 overflow-x-auto px-4 pb-4">
        <p className="text-xl font-[650] tracking-tight">
          <span className={isWon ? 'text-accent-text' : undefined}>{sentence.lead}</span>{' '}
          <span className="text-muted">{sentence.rest}</span>
        </p>
        <table className="w-full text-sm tabular-nums">
          <thead className="text-muted">
            <tr>
              <th className="py-1.5 text-left font-normal">Destination</th>
              <Head>Visits</Head>
              <Head>Converted</Head>
              <Head>Rate</Head>
              {showsMoney && <Head>Revenue</Head>}
            </tr>
          </thead>
          <tbody>
            {destinations.map(({ letter, name, visits, convertingVisits, revenue, wins }) => (
              <tr key={letter} className="border-t border-line">
                <th className="py-2 text-left font-medium">
                  <span className="flex items-center gap-2.5">
                    <Letter letter={letter} isWinner={wins} />
                    <span dir="auto" className="wrap-anywhere">
                      {name ?? destinationWord(letter)}
                    </span>
                  </span>
                </th>
                <Number>{wholeNumber(visits)}</Number>
                <Number>{wholeNumber(convertingVisits)}</Number>
                <Number>
                  {visits === 0 ? '–' : `${oneDecimal((convertingVisits / visits) * 100)}%`}
                </Number>
                {revenue !== undefined && <Number>{moneyIn(revenue, currency)}</Number>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

type CellProps = { readonly children: string };

const right = 'pl-4 text-right';

function Head({ children }: CellProps) {
  return <th className={classNames('py-1.5 font-normal', right)}>{children}</th>;
}

function Number({ children }: CellProps) {
  return <td className={classNames('py-2', right)}>{children}</td>;
}
