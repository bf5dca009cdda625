import type { Metric, QueryDimension } from '#contract/analytics/query-words';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Scope } from '#core/analytics/reading';
import { linkSetOf, mostLinksAmong, tooManyLinks } from '#core/analytics/report/report-scope';
import { zoneOffsets } from '#core/analytics/periods';
import { countryName } from '#core/shared/country-code';
import { notFound } from '#core/shared/refusal';
import { archiveFor } from './archive.ts';
import { countedFor } from './numbers.ts';
import { groupingsOf, type QueryQuestion } from './question.ts';
import type { LabelledLinks, QueryAsked, QueryPlace, Sorting } from './reading.ts';
import { comparedPlaces, isCycle } from './units.ts';

/** A question, and where its page begins. */
export type PagedQuestion = QueryQuestion & {
  readonly after: QueryPlace | null;
  /** What the paths of issues begin with. */
  readonly at: string;
};

type Scoped = {
  readonly question: PagedQuestion;
  readonly erasedLinkIds: readonly string[];
};

/** What a question counts. Refuses links and labels as `answerQueries` says. */
export async function scopeOf(
  { links }: AnalyticsPorts,
  userId: string,
  { question, erasedLinkIds }: Scoped,
): Promise<Scope> {
  const ids = question.conditions.flatMap(({ property, values }) =>
    property === 'link' ? values : [],
  );
  const [named, sets] = await Promise.all([
    links.named(userId, ids),
    Promise.all(
      question.labels.map((each) =>
        linkSetOf(links, userId, { ...each, path: `${question.at}filters` }),
      ),
    ),
  ]);
  if (ids.some((id) => !named.has(id))) throw notFound();
  return {
    userId,
    filters: { class: question.classes },
    among: null,
    erasedLinkIds,
    conditions: [...question.conditions, ...sets.map((set) => ({ kind: 'links' as const, set }))],
  };
}

/** The question as the event store gets it. */
export async function askedOf(
  ports: AnalyticsPorts,
  userId: string,
  {
    question,
    scope,
    months,
  }: {
    readonly question: PagedQuestion;
    readonly scope: Scope;
    readonly months: readonly number[];
  },
): Promise<QueryAsked> {
  const { metrics, period, compared, orderBy, limit, time, otherCurrencies } = question;
  const counted = countedFor(metrics, otherCurrencies);
  const groupings = groupingsOf(question);
  const [search, labels] = await Promise.all([
    searchOf(ports, userId, question),
    labelsOf(ports.links, userId, question),
  ]);
  return {
    scope,
    groupings,
    labels,
    span: { boundariesMs: period.boundariesMs },
    compared: compared && {
      boundariesMs: compared.boundariesMs,
      places: comparedPlaces(period, compared),
    },
    isByTime: time !== null,
    cycle:
      time !== null && isCycle(time.unit)
        ? {
            unit: time.unit,
            asked: zoneOffsets(period),
            compared: compared && zoneOffsets(compared),
          }
        : null,
    counted,
    currency: question.currency ?? '',
    otherCurrencies,
    hasShares: metrics.includes('percentage'),
    archive: archiveFor(question, { counted, groupings, months }),
    search,
    sorting: orderBy.map(([name, direction]): Sorting => ({
      by: sortKey(name, question),
      isFalling: direction === 'desc',
    })),
    after: question.after,
    limit: limit + 1,
  };
}

async function labelsOf(
  links: AnalyticsPorts['links'],
  userId: string,
  { dimensions, at }: PagedQuestion,
): Promise<LabelledLinks | null> {
  const label = dimensions.find((each) => each === 'tag' || each === 'folder');
  if (label === undefined) return null;
  const found = await links.labelled(userId, label, mostLinksAmong);
  if (found === null) throw tooManyLinks(`${at}dimensions`);
  return found;
}

/** Links and countries have other names for people than in the events. */
async function searchOf(
  { links }: AnalyticsPorts,
  userId: string,
  { search, dimensions }: QueryQuestion,
): Promise<QueryAsked['search']> {
  if (search === '') return null;
  if (dimensions.includes('link')) {
    return { text: null, names: await links.containing(userId, search) };
  }
  return { text: search, names: dimensions.includes('country') ? countriesNamed(search) : [] };
}

function sortKey(name: Metric | QueryDimension, { time }: QueryQuestion): Sorting['by'] {
  switch (name) {
    case 'clicks':
    case 'botClicks':
    case 'uniqueVisitors':
    case 'conversions':
    case 'conversionRate':
    case 'revenue':
    case 'profit':
    case 'refunds':
    case 'percentage':
    case 'earningsPerClick':
      return name;
    case 'cost':
    case 'roi':
      throw new Error('Rows are not sorted by costs');
    case 'tag':
    case 'folder':
      return { key: 'label' };
    default: {
      const [grouping] = groupingsOf({ dimensions: [name] });
      return { key: name === time?.dimension || grouping === undefined ? 'time' : grouping };
    }
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** The ISO 3166 codes of countries whose English name contains the text, without case. */
function countriesNamed(text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return codes.filter((code) => countryName(code).toLowerCase().includes(wanted));
}
