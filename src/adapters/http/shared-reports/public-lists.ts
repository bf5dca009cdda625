import type * as contract from '#contract/shared-reports/public-reports';
import type { Answer } from '#contract/route';
import type { QueryAnswer } from '#core/analytics/query/answer';
import { shortUrl } from '#core/links/shown-link';
import { csvText } from '#adapters/http/analytics/export/export-answer';
import { queryTable } from '#adapters/http/analytics/export/query-table';
import type { VisitorsAre } from '#core/shared/visitors-are';

type PublicList = Answer<typeof contract.readPublicLists>['lists'][number];

/** A list for visitors. A link's row is known by its short address. */
export function publicListJson(answer: QueryAnswer, shortOrigin: string): PublicList {
  const { rows, links, warnings } = answer;
  const ids = rows.flatMap(({ dimensions }) => dimensions.link ?? []);
  const named = new Map(
    ids.flatMap((id) => {
      const link = links.get(id);
      if (link === undefined) return [];
      const { title, trackConversions } = link;
      return [[id, { title, shortUrl: shortUrl(link, shortOrigin), trackConversions }]];
    }),
  );
  return {
    ...answer,
    rows: rows.map(({ dimensions, ...row }) => {
      const { link, ...others } = dimensions;
      const own = link === undefined ? {} : { link: named.get(link)?.shortUrl ?? '' };
      return { ...row, dimensions: { ...others, ...own } };
    }),
    links: Object.fromEntries([...named.values()].map((link) => [link.shortUrl, link])),
    warnings: [...new Set(warnings)],
  };
}

type Site = { readonly shortOrigin: string; readonly visitorsAre: VisitorsAre };

/** The rows of an answer as CSV, without the ids of links. */
export async function publicCsv(answer: QueryAnswer, site: Site): Promise<string> {
  const whole = { ...answer, next: null, count: answer.rows.length };
  const { columns, pieces } = queryTable(answer.question, { ...site, ask: async () => whole });
  const rows = (await Array.fromAsync(pieces)).flat();
  const shown = columns.map(({ key }) => key !== 'link');
  return csvText(
    columns.filter((_, place) => shown[place]),
    rows.map((row) => row.filter((_, place) => shown[place])),
  );
}
