import { conversionRate, type ListedLink } from '#core/links/link-totals';
import { decimalFromCents } from '#core/shared/money';
import { csv, textCell } from '#adapters/http/csv/cells';
import { uniqueTitle, type VisitorsAre } from '#adapters/http/csv/unique-title';
import { shortUrl } from './link-json.ts';

const header = (visitorsAre: VisitorsAre) => [
  ...['Short URL', 'Original URL', 'Alias', 'Title', 'Clicks'],
  ...[uniqueTitle('Unique Clicks', visitorsAre), 'Conversions'],
  ...[
    'Conversion Rate',
    'Revenue',
    'Profit',
    'Split Test',
    'Tracking',
    'Active',
    'Expires',
    'Created',
  ],
  ...['Tags', 'Folder', 'Notes', 'Split Test URLs'],
];

/** The variable columns of an export; the fixed ones hold US dollars only. */
export type CsvShape = {
  /** Each gets its own columns after the fixed ones. */
  readonly otherCurrencies: readonly string[];
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

/** The header line of the export (RFC 4180, as the rest). */
export function csvHeader({ otherCurrencies, visitorsAre }: CsvShape): string {
  const more = otherCurrencies.flatMap((code) => [`Revenue ${code}`, `Profit ${code}`]);
  return csv([[...header(visitorsAre), ...more]]);
}

/**
 * Links as lines of the export: money in decimals, dates in ISO 8601, unavailable numbers blank.
 */
export function csvLines(links: readonly ListedLink[], shape: CsvShape): string {
  return csv(links.map((listed) => cells(listed, shape)));
}

function cells(
  { link, totals, labels }: ListedLink,
  { otherCurrencies, shortOrigin }: CsvShape,
): string[] {
  const numbers =
    totals === null
      ? ['', '', '', '', '', '']
      : [
          ...[totals.clicks, totals.uniqueClicks, totals.conversions, conversionRate(totals)].map(
            String,
          ),
          ...[totals.revenueCents, totals.profitCents].map(decimalFromCents),
        ];
  return [
    textCell(shortUrl(link, shortOrigin)),
    textCell(link.originalUrl),
    textCell(link.customAlias ?? ''),
    textCell(link.title ?? ''),
    ...numbers,
    ...[link.splitTestEnabled, link.trackConversions, link.isActive].map(yesOrNo),
    link.expiresAt?.toISOString() ?? '',
    link.createdAt.toISOString(),
    // No name of a tag contains a comma.
    textCell(labels.tags.map(({ name }) => name).join(', ')),
    textCell(labels.folder?.name ?? ''),
    textCell(link.notes ?? ''),
    // No stored address contains a blank.
    textCell(link.splitTestUrls.join(' ')),
    ...otherCurrencies.flatMap((code) => amountsIn(code, totals)),
  ];
}

/** Revenue and profit in one currency; blank while they are not available. */
function amountsIn(code: string, totals: ListedLink['totals']): string[] {
  if (totals === null) return ['', ''];
  const { revenueCents = 0, profitCents = 0 } =
    totals.otherCurrencies.find(({ currency }) => currency === code) ?? {};
  return [revenueCents, profitCents].map(decimalFromCents);
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}
