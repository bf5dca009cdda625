import { unmatchedName } from '#contract/analytics/report-filters';
import { BadgeDollarSign, MousePointerClick } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { Country } from '#web/features/events/country.tsx';
import { eventName } from '#web/features/events/conversion-words.ts';
import { valueLabel } from '#web/features/events/value-label.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { moneyIn, secondLabel, unbroken } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { closeFloating } from '#web/ui/floating/floating.tsx';
import type { LiveEvent } from './live-now.ts';

type LiveFeedProps = { readonly events: readonly LiveEvent[] };

/** The newest events first. Each opens the analytics of its link. */
export function LiveFeed({ events }: LiveFeedProps) {
  const keepQuery = useKeepQuery();
  return (
    <ul className="overflow-y-auto overscroll-contain p-1.5">
      {events.map((event) => (
        <li key={event.id}>
          <RouterLink
            to={keepQuery(paths.analytics, event.linkId)}
            onClick={({ currentTarget }) => closeFloating(currentTarget)}
            className="flex items-start gap-3 rounded-md px-2.5 py-2 hover:bg-raised touch"
          >
            <EventLine event={event} />
          </RouterLink>
        </li>
      ))}
    </ul>
  );
}

function EventLine({ event }: { readonly event: LiveEvent }) {
  const Icon = event.kind === 'click' ? MousePointerClick : BadgeDollarSign;
  return (
    <>
      <Icon aria-hidden className="mt-0.5 size-[18px] shrink-0 text-muted" />
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">
          <span className="sr-only">{event.kind === 'click' ? 'Click on ' : 'Conversion of '}</span>
          <bdi>{event.linkName}</bdi>
        </span>
        <span className="flex min-w-0 items-center gap-2 text-sm text-muted">
          {event.sale?.hasClick === false ? (
            unmatchedName
          ) : (
            <>
              <Country code={event.country || 'Unknown'} />
              <span className="shrink-0">· {valueLabel('device', event.device)}</span>
            </>
          )}
        </span>
        {event.sale && (
          <span
            className={classNames(
              'num text-sm font-medium',
              event.sale.valueCents < 0 ? 'text-bad' : 'text-good',
            )}
          >
            {saleLabel(event.sale)}
          </span>
        )}
      </span>
      <time
        dateTime={new Date(event.atMs).toISOString()}
        className="num mt-0.5 shrink-0 text-xs text-faint"
      >
        {secondLabel(event.atMs)}
      </time>
    </>
  );
}

/** `Sale, $49.90`; an event without a value has only its name. */
function saleLabel({ eventType, valueCents, currency }: NonNullable<LiveEvent['sale']>): string {
  const name = valueCents < 0 ? 'Refund' : eventName(eventType);
  return valueCents === 0 ? name : `${name}, ${unbroken(moneyIn(valueCents, currency))}`;
}
