import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Condition, LinkSet, Scope } from '#core/analytics/reading';
import type { LabelFilter } from '#core/links/labels';
import { invalid, notFound } from '#core/shared/refusal';
import { conditionsOf, type LabelCondition, labelsOf } from './conditions.ts';
import { divided, type Filters } from './filters.ts';

/**
 * Limit of link ids that one statement gets for label filters. It gets the ids of the links with
 * the labels or of those without, whichever are fewer. So every question about an account of
 * 100,000 links can be answered.
 */
export const mostLinksAmong = 50_000;

/** The human clicks and the conversions of an account, or of one of its links. */
export function scopeOf({
  userId,
  linkId,
  erasedLinkIds,
}: Pick<Scope, 'userId' | 'erasedLinkIds'> & { readonly linkId: string | null }): Scope {
  const filters = { class: ['human'], ...(linkId !== null && { link: [linkId] }) };
  return { userId, filters, among: null, erasedLinkIds };
}

/**
 * What a question counts. Refuses `not_found` when a filter names a link that is missing or not the
 * account's, and `invalid` when the label filters need more than `mostLinksAmong` ids.
 */
export async function reportScope(
  { links, erasures }: Pick<AnalyticsPorts, 'links' | 'erasures'>,
  userId: string,
  filters: Filters,
): Promise<Scope> {
  const { events, labels, conditions: further } = divided(filters);
  const own = conditionsOf(further);
  const ids = own.flatMap(({ property, values }) => (property === 'link' ? values : []));
  const [, erasedLinkIds, among, sets] = await Promise.all([
    assertOwnLinks(links, userId, [...(filters.link ?? []), ...ids]),
    erasures.pendingLinkIds(userId),
    linksHaving(links, userId, labels),
    Promise.all(
      labelsOf(further).map((each) => linkSetOf(links, userId, { ...each, path: each.label })),
    ),
  ]);
  const conditions: Condition[] = [...own, ...sets.map((set) => ({ kind: 'links' as const, set }))];
  const scope = { userId, filters: events, erasedLinkIds, among };
  return conditions.length === 0 ? scope : { ...scope, conditions };
}

/** The links that pass a condition on their labels. Refuses `invalid` at the path for too many. */
export async function linkSetOf(
  links: AnalyticsPorts['links'],
  userId: string,
  { label, isNegated, values, path }: LabelCondition & { readonly path: string },
): Promise<LinkSet> {
  const labels = { tags: [], folders: [], [`${label}s`]: values };
  const set = await links.having(userId, labels, mostLinksAmong);
  if (set === null) throw tooManyLinks(path);
  return isNegated ? { ...set, isComplement: !set.isComplement } : set;
}

export function tooManyLinks(path: string): Error {
  const most = mostLinksAmong.toLocaleString('en-US');
  return invalid({ path, message: `Labels can be asked for up to ${most} links that have them` });
}

async function linksHaving(
  links: AnalyticsPorts['links'],
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
  links: AnalyticsPorts['links'],
  userId: string,
  linkIds: readonly string[],
): Promise<void> {
  const named = await links.named(userId, linkIds);
  if (linkIds.some((id) => !named.has(id))) throw notFound();
}
