import { stringify } from 'csv-stringify/sync';
import { conversionRate, type ListedLink } from '#core/links/link-totals';
import { decimalFromCents } from '#core/shared/money';
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

function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
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

/**
 * Text that a spreadsheet shows and does not run: whatever could begin a formula, also behind
 * blanks, quotes or separators and in full width, gets an apostrophe in front.
 */
export function textCell(text: string): string {
  return /^[\s"';,\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/.test(text) ? `'${text}` : text;
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}
