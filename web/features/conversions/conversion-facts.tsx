import { unmatchedName } from '#contract/analytics/report-filters';
import { Link as RouterLink } from 'react-router';
import type { ConversionJson } from '#contract/conversions/conversions';
import { countryName, dateLabel, momentLabel, moneyIn, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { destinationName, valueLabel } from '#web/features/events/value-label.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { eventName } from '#web/features/events/conversion-words.ts';

type Fact = { readonly conversion: ConversionJson };

export function When({ conversion: { convertedAt } }: Fact) {
  return (
    <time
      dateTime={convertedAt}
      title={dateLabel(convertedAt)}
      className="num whitespace-nowrap text-muted"
    >
      {momentLabel(convertedAt)}
    </time>
  );
}

/** The converted link, with its title or else its address. It opens the link's own page. */
export function ConvertedLink({ conversion: { linkId, title, shortUrl } }: Fact) {
  const keepQuery = useKeepQuery();
  const short = withoutScheme(shortUrl);
  return (
    <RouterLink
      to={keepQuery(paths.linkOf(linkId))}
      title={short}
      dir="auto"
      className="justify-self-start max-w-full truncate rounded-sm font-semibold hover:text-accent-text hover:underline max-md:leading-[2.75rem]"
    >
      {title ?? <MiddleCut text={short} />}
    </RouterLink>
  );
}

/** The event type, and the merchant's order id. */
export function Event({ conversion: { eventType, isRefund, orderId } }: Fact) {
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-1.5">
        {eventName(eventType)}
        {isRefund && <Badge tone="warn">Refund</Badge>}
      </span>
      {orderId && <span className="truncate text-sm text-faint">Order {orderId}</span>}
    </div>
  );
}

/** The variant, country, device and referrer of the conversion's click, or that it has none. */
export function ClickFacts({ conversion }: Fact) {
  const { hasClick, variant, country, device, referrer } = conversion;
  if (!hasClick) return <span className="text-sm text-faint">{unmatchedName}</span>;
  const facts = [
    ...(country ? [countryName(country)] : []),
    ...(device && device !== 'unknown' ? [valueLabel('device', device)] : []),
    ...(referrer ? [referrer] : []),
  ];
  if (variant === 0 && facts.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-faint">
      {variant > 0 && (
        <span className="shrink-0">
          <Badge tone="violet">{destinationName(variant)}</Badge>
        </span>
      )}
      <span className="truncate">{facts.join(' · ')}</span>
    </span>
  );
}

type AmountProps = Fact & { readonly of: 'value' | 'profit' };

type Facts = Pick<ConversionJson, 'eventType' | 'value' | 'profit'>;

/** Whether the amount is shown: of 0 only a sale's value is, because a signup usually has no amount. */
export function hasAmount({
  conversion,
  of,
}: {
  readonly conversion: Facts;
  readonly of: AmountProps['of'];
}): boolean {
  return conversion[of] !== 0 || (conversion.eventType === 'sale' && of === 'value');
}

/** What happened, in a few words: `Sale of $49`, `Refund of $49`, `Signup`. */
export function conversionWords(conversion: Facts & Pick<ConversionJson, 'isRefund' | 'currency'>) {
  const { isRefund, eventType, value, currency } = conversion;
  const name = isRefund ? 'Refund' : eventName(eventType);
  return hasAmount({ conversion, of: 'value' })
    ? `${name} of ${moneyIn(isRefund ? Math.abs(value) : value, currency)}`
    : name;
}

/** The value or the profit of a conversion; negative for refunds, a dash where there is none. */
export function Amount({ conversion, of }: AmountProps) {
  if (!hasAmount({ conversion, of })) return <span className="text-faint">—</span>;
  const { currency, [of]: cents } = conversion;
  return (
    <span className={classNames('num', cents < 0 && 'text-warn', cents === 0 && 'text-muted')}>
      {moneyIn(cents, currency)}
    </span>
  );
}
