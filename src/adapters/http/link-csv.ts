import { conversionRate, type ListedLink } from '#core/links/link-totals';
import { decimalFromCents } from '#core/shared/money';
import { csv, textCell } from './csv/cells.ts';
import { shortUrl } from './link-json.ts';

const header = [
  ...['Short URL', 'Original URL', 'Alias', 'Title', 'Clicks', 'Unique Clicks', 'Conversions'],
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
];

/** The first line of the export (RFC 4180, as the rest). */
export const csvHeader = csv([header]);

/** Links as lines of the export: money in decimals, dates in ISO 8601, unknown numbers blank. */
export function csvLines(links: readonly ListedLink[], shortOrigin: string): string {
  return csv(links.map((listed) => cells(listed, shortOrigin)));
}

function cells({ link, totals }: ListedLink, shortOrigin: string): string[] {
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
  ];
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}
