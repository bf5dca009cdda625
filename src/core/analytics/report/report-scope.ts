import type { AnswerAnalyticsPorts } from '#core/analytics/answer-analytics';
import type { AnswerConversionsPorts } from '#core/analytics/answer-conversions';
import { type LabelFilter } from '#core/links/labels';
import { invalid, notFound } from '#core/shared/refusal';
import { divided, type Filters } from './filters.ts';
import type { LinkSet, ReportScope } from './report-reading.ts';

/**
 * The ids that one statement takes for labels: of the links that have them, or of those that do not,
 * the fewer of the two. So every question about an account of 100,000 links can be answered.
 */
const mostLinksAmong = 50_000;

export type ScopePorts = {
  readonly links: Pick<AnswerConversionsPorts['links'], 'named'> & {
    /**
     * The account's links with these labels, by their ids or by those of the others, which of the
     * two are fewer; null when both are more than `most`.
     */
    having(userId: string, labels: LabelFilter, most: number): Promise<LinkSet | null>;
  };
  readonly erasures: AnswerAnalyticsPorts['erasures'];
};

/**
 * What a question counts. Refuses `not_found` when a filter names a link that is missing or not the
 * account's, and `invalid` when `mostLinksAmong` ids cannot say which links have
 * the labels.
 */
export async function reportScope(
  { links, erasures }: ScopePorts,
  userId: string,
  filters: Filters,
): Promise<ReportScope> {
  const { events, labels } = divided(filters);
  const [, erasedLinkIds, among] = await Promise.all([
    assertOwnLinks(links, userId, filters.link ?? []),
    erasures.pendingLinkIds(userId),
    linksHaving(links, userId, labels),
  ]);
  return { userId, filters: events, erasedLinkIds, among };
}

async function linksHaving(
  links: ScopePorts['links'],
  userId: string,
  labels: LabelFilter,
): Promise<LinkSet | null> {
  if (labels.tags.length + labels.folders.length === 0) return null;
  const among = await links.having(userId, labels, mostLinksAmong);
  if (among !== null) return among.isComplement && among.ids === '' ? null : among;
  const most = mostLinksAmong.toLocaleString('en-US');
  const path = labels.tags.length > 0 ? 'tag' : 'folder';
  throw invalid({
    path,
    message: `Reports by labels are for at most ${most} links with them, or without them`,
  });
}

async function assertOwnLinks(
  links: ScopePorts['links'],
  userId: string,
  linkIds: readonly string[],
): Promise<void> {
  const named = await links.named(userId, linkIds);
  if (linkIds.some((id) => !named.has(id))) throw notFound();
}
