import { measures } from '#contract/analytics/measures';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { readFilters } from '#core/analytics/report/filters';
import { askedReport, type ReportQuestion } from '#core/analytics/report/report-question';
import { reportScope } from '#core/analytics/report/report-scope';
import { invalid } from '#core/shared/refusal';
import type { SharedReport } from './ports.ts';

/** What `shared_reports.query` holds. */
const longestQuery = 4000;

/** What visitors may choose where the owner lets them. */
const dates = ['range', 'from', 'to', 'tz', 'compare', 'unit'] as const;

type Wished = { readonly query: string; readonly fixesDates?: boolean };

/**
 * The parameters of a report that its owner shares, with the measure that its page shows first and
 * without those that mean nothing to it; with `fixesDates` the days of its named range instead of the
 * name. Refuses `invalid` when they are no report, and `not_found` for links that are not the
 * account's.
 */
export async function checkedQuery(
  ports: Pick<AnalyticsPorts, 'links' | 'erasures' | 'clock' | 'reports' | 'costs'>,
  userId: string,
  { query, fixesDates = false }: Wished,
): Promise<string> {
  const given = new URLSearchParams(query);
  const read = new Map<string, readonly string[]>();
  const question = await askedReport(ports, userId, (name) => {
    // Which lists are shown is the page's own choice.
    const values = name === 'lists' ? [] : given.getAll(name);
    read.set(name, values);
    return values;
  });
  await reportScope(ports, userId, question.filters);
  if (fixesDates) {
    if (question.isAllTime) {
      throw invalid({ path: 'fixesDates', message: 'All time always moves: choose days instead' });
    }
    const { from, to } = question.period;
    read.set('range', []).set('from', [from]).set('to', [to]);
  }
  read.set(
    'measure',
    measures.filter((measure) => measure === given.get('measure')),
  );
  const parts = [...read].flatMap(([name, values]) => values.map((value) => [name, value]));
  const kept = new URLSearchParams(parts).toString();
  if (kept.length > longestQuery) {
    throw invalid({ path: 'query', message: 'Choose fewer filters: the address is too long' });
  }
  return kept;
}

type Shown = Pick<SharedReport, 'query' | 'choosesDates' | 'showsMoney'>;

/** The parameters that a visitor may choose. All others are the owner's. */
export const chosenByVisitors = [...dates, 'currency'] as const;

/**
 * The parameters of what a visitor sees: those of the owner, with the dates that the visitor chose if
 * the owner allows it, and the chosen currency where money is shown. Nothing else that the visitor sends
 * counts. Lists are asked for by themselves.
 */
export function visitorsValues(
  { query, choosesDates, showsMoney }: Shown,
  asked: (name: string) => readonly string[],
): (name: string) => readonly string[] {
  const stored = new URLSearchParams(query);
  return (name) => {
    if (name === 'lists') return ['none'];
    if (name === 'currency') {
      const chosen = asked(name);
      if (!showsMoney) return [];
      return chosen.length > 0 ? chosen : stored.getAll(name);
    }
    // A link's public page has no zone of its own.
    const isZone = name === 'tz' && !stored.has('tz');
    const isChosen = choosesDates && isDate(name) && (isZone || hasDates(asked));
    return isChosen ? asked(name) : stored.getAll(name);
  };
}

/** The range and the comparison that the owner chose, without anything else. */
export function datesOf({ query }: Pick<SharedReport, 'query'>): string {
  const shown = [...new URLSearchParams(query)].filter(([name]) => isDate(name) && name !== 'tz');
  return new URLSearchParams(shown).toString();
}

/** The currency and the measure that the owner chose, which visitors can change. */
export function firstOf({ query, showsMoney }: Pick<SharedReport, 'query' | 'showsMoney'>): string {
  const first = [...new URLSearchParams(query)].filter(
    ([name]) => name === 'measure' || (name === 'currency' && showsMoney),
  );
  return new URLSearchParams(first).toString();
}

/** The classes of visits that its owner lets the report count. */
export function classesOf({ query }: Pick<SharedReport, 'query'>): readonly string[] {
  const chosen = new URLSearchParams(query);
  return readFilters((name) => chosen.getAll(name)).filters.class;
}

function isDate(name: string): boolean {
  return dates.some((each) => each === name);
}

function hasDates(asked: (name: string) => readonly string[]): boolean {
  return asked('range').length + asked('from').length + asked('to').length > 0;
}

/** The only link that a question is about; null when it is about other things too. */
export function onlyLink({ filters }: Pick<ReportQuestion, 'filters'>): string | null {
  const { class: _, link = [], ...others } = filters;
  const [linkId] = link;
  return link.length === 1 && Object.keys(others).length === 0 ? (linkId ?? null) : null;
}
