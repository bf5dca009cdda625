import { conversionRate, type ListedLink, type TotalsOfLink } from '#core/links/link-totals';
import type { Link } from '#core/links/link';
import { decimalFromCents } from '#core/shared/money';
import { csv, textCell } from '#adapters/http/csv/cells';
import { uniqueTitle, type VisitorsAre } from '#core/shared/visitors-are';
import { shortUrl } from '#core/links/shown-link';

/** The variable columns of an export; the fixed ones hold US dollars only. */
export type CsvShape = {
  /** Each gets its own columns before the last one. */
  readonly otherCurrencies: readonly string[];
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

/** What a line of the export says of a link. */
export type ExportedLink = ListedLink & {
  /** What is known of its running split test, else of its last one; blank without one. */
  readonly splitResult: string;
};

/** A column's heading, and its cell in the line of a link. */
type Column = readonly [heading: string, cell: (exported: ExportedLink) => string];

/** Money in decimals, dates in ISO 8601, unavailable numbers blank. */
function columnsOf({ otherCurrencies, shortOrigin, visitorsAre }: CsvShape): readonly Column[] {
  return [
    ['Short URL', text((link) => shortUrl(link, shortOrigin))],
    ['Original URL', text((link) => link.originalUrl)],
    ['Alias', text((link) => link.customAlias)],
    ['Title', text((link) => link.title)],
    ['Clicks', count((totals) => totals.clicks)],
    [uniqueTitle('Unique Clicks', visitorsAre), count((totals) => totals.uniqueClicks)],
    ['Conversions', count((totals) => totals.conversions)],
    ['Conversion Rate', count(conversionRate)],
    ['Revenue', amount((totals) => totals.revenueCents)],
    ['Profit', amount((totals) => totals.profitCents)],
    ['Split Test', ({ link }) => yesOrNo(link.splitTestEnabled)],
    ['Tracking', ({ link }) => yesOrNo(link.trackConversions)],
    ['Active', ({ link }) => yesOrNo(link.isActive)],
    ['Expires', ({ link }) => link.expiresAt?.toISOString() ?? ''],
    ['Created', ({ link }) => link.createdAt.toISOString()],
    // No name of a tag contains a comma.
    ['Tags', ({ labels }) => textCell(labels.tags.map(({ name }) => name).join(', '))],
    ['Folder', ({ labels }) => textCell(labels.folder?.name ?? '')],
    ['Notes', text((link) => link.notes)],
    // No stored address contains a blank.
    ['Split Test URLs', text((link) => link.splitTestUrls.join(' '))],
    ...otherCurrencies.flatMap((code): Column[] => [
      [`Revenue ${code}`, amount((totals) => sumsIn(code, totals)?.revenueCents)],
      [`Profit ${code}`, amount((totals) => sumsIn(code, totals)?.profitCents)],
    ]),
    ['Split Test Result', ({ splitResult }) => textCell(splitResult)],
  ];
}

/** The header line of the export (RFC 4180, as the rest). */
export function csvHeader(shape: CsvShape): string {
  return csv([columnsOf(shape).map(([heading]) => heading)]);
}

/** Links as lines of the export. */
export function csvLines(links: readonly ExportedLink[], shape: CsvShape): string {
  const columns = columnsOf(shape);
  return csv(links.map((exported) => columns.map(([, cell]) => cell(exported))));
}

function text(of: (link: Link) => string | null): Column[1] {
  return ({ link }) => textCell(of(link) ?? '');
}

function count(of: (totals: TotalsOfLink) => number): Column[1] {
  return ({ totals }) => (totals === null ? '' : String(of(totals)));
}

function amount(of: (totals: TotalsOfLink) => number | undefined): Column[1] {
  return ({ totals }) => (totals === null ? '' : decimalFromCents(of(totals) ?? 0));
}

function sumsIn(code: string, totals: TotalsOfLink) {
  return totals.otherCurrencies.find(({ currency }) => currency === code);
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'Yes' : 'No';
}
