import { Activity } from 'lucide-react';
import { exactMoment } from '#web/format.ts';
import type { AttemptJson as Attempt } from '#contract/conversions/tracking';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';

type AttemptListProps = {
  readonly label: string;
  /** Newest first. */
  readonly attempts: readonly Attempt[];
  /** The order id of the attempt to highlight, or null. */
  readonly highlighted: string | null;
};

/** A list of received events, each with its outcome and reason. */
export function AttemptList({ label, attempts, highlighted }: AttemptListProps) {
  if (attempts.length === 0) {
    return (
      <EmptyState
        icon={<Activity />}
        title="Nothing has arrived yet"
        text="Send a test, or open the page with the tracking code."
      />
    );
  }
  return (
    <ul aria-label={label} className="border-t border-line">
      {attempts.map((attempt, index) => (
        <Row
          key={index}
          attempt={attempt}
          isHighlighted={highlighted !== null && attempt.orderId === highlighted}
        />
      ))}
    </ul>
  );
}

function Row({
  attempt,
  isHighlighted,
}: {
  readonly attempt: Attempt;
  readonly isHighlighted: boolean;
}) {
  const { eventType, value, currency, source, hasClickId, orderId } = attempt;
  const amount = value && `${value} ${currency}`;
  return (
    <li
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0 md:grid-cols-[6.5rem_minmax(0,1.2fr)_minmax(0,1fr)_auto]',
        isHighlighted && 'bg-accent-soft',
      )}
    >
      <span>
        <Outcome outcome={attempt.outcome} />
      </span>
      <span className="min-w-0 wrap-anywhere max-md:order-1 max-md:col-span-2">
        <span className="font-medium">{[eventType, amount].filter(Boolean).join(' · ')}</span>
        {attempt.reason && <span className="block text-sm text-muted">{attempt.reason}</span>}
      </span>
      <span className="min-w-0 text-sm wrap-anywhere text-faint max-md:order-2 max-md:col-span-2">
        {[source, hasClickId ? 'with click id' : 'no click id', orderId && `order ${orderId}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <time dateTime={attempt.at} className="num text-sm whitespace-nowrap text-faint">
        {exactMoment(attempt.at)}
      </time>
    </li>
  );
}

const outcomes = {
  recorded: { name: 'Recorded', tone: 'good' },
  repeat: { name: 'Repeat', tone: 'plain' },
  ignored: { name: 'Ignored', tone: 'plain' },
  refused: { name: 'Refused', tone: 'warn' },
  test: { name: 'Test', tone: 'info' },
} as const;

function Outcome({ outcome }: Pick<Attempt, 'outcome'>) {
  const { name, tone } = outcomes[outcome];
  return <Badge tone={tone}>{name}</Badge>;
}
