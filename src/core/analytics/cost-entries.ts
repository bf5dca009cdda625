import { type Cost, mostCosts, type NewCost } from '#contract/analytics/costs';
import { foldName } from '#core/links/names/alias';
import { ownLink } from '#core/links/own-link';
import { invalid, type Issue } from '#core/shared/refusal';
import type { AnalyticsPorts, LinkName } from './ports.ts';

/**
 * Adds a cost, with the id that an idempotent call has chosen: a cost that has it already is returned.
 * Refuses `not_found` for a link that is not the account's.
 */
export async function addCost(
  { costs, links }: Pick<AnalyticsPorts, 'costs' | 'links'>,
  userId: string,
  { chosenId, ...cost }: NewCost & { readonly chosenId: string | null },
): Promise<Cost> {
  if (cost.linkId !== null) await ownLink(links, userId, cost.linkId);
  return costs.add(userId, cost, chosenId);
}

/** Changes a cost. Refuses as `addCost` does. */
export async function changeCost(
  { costs, links }: Pick<AnalyticsPorts, 'costs' | 'links'>,
  userId: string,
  { id, ...cost }: Cost,
): Promise<Cost> {
  if (cost.linkId !== null) await ownLink(links, userId, cost.linkId);
  return costs.change({ userId, id }, cost);
}

/** A row of a file: its place, counted from 1 with the headings, and its cost or what is wrong with it. */
export type CostRow = { readonly row: number } & (
  | { readonly kind: 'cost'; readonly cost: NewCost }
  /** The link is named by its short address. */
  | { readonly kind: 'named'; readonly link: string; readonly costOf: (linkId: string) => NewCost }
  | { readonly kind: 'bad'; readonly message: string }
);

type CostFile = {
  readonly rows: readonly CostRow[];
  readonly shortHost: string;
  readonly chosenId: string | null;
};

/** Bad rows that are named. */
const mostProblems = 50;

/**
 * Adds the costs of a file and returns how many. The first one gets the id that an idempotent call has
 * chosen: when there is a cost with it, the file was added before. Refuses `invalid` when a row is bad,
 * with an issue for each bad row; then nothing is added.
 */
export async function addCostRows(
  { costs }: Pick<AnalyticsPorts, 'costs'>,
  userId: string,
  { rows, shortHost, chosenId }: CostFile,
): Promise<number> {
  if (rows.length > mostCosts) {
    const message = `A file can have at most ${mostCosts} rows: an account has at most that many costs`;
    throw invalid({ path: 'file', message });
  }
  const named = rows.filter((row) => row.kind === 'named');
  const ids = await costs.linksNamed(
    userId,
    named.map(({ link }) => nameOf(link, shortHost)),
  );
  const idOf = new Map(named.map((row, index) => [row.row, ids[index] ?? null]));
  const issues: Issue[] = [];
  const found: NewCost[] = [];
  for (const row of rows) {
    const linkId = idOf.get(row.row);
    if (row.kind === 'cost') found.push(row.cost);
    else if (row.kind === 'named' && linkId) found.push(row.costOf(linkId));
    else {
      const message = row.kind === 'bad' ? row.message : 'You have no link with this short address';
      issues.push({ path: `row ${row.row}`, message: `Row ${row.row}: ${message}` });
    }
  }
  const [first, ...rest] = issues.slice(0, mostProblems);
  if (first) throw invalid(first, ...rest);
  await costs.addAll(userId, found, chosenId);
  return found.length;
}

/** `https://go.example/sale`, `go.example/sale`, `/sale` and `sale` name the same link. */
function nameOf(text: string, shortHost: string): LinkName {
  const [path = ''] = text.replace(/^https?:\/\//i, '').split(/[?#]/, 1);
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.at(-1) ?? '';
  const host = parts.length > 1 ? foldName(parts[0] ?? '') : shortHost;
  return { host: host === shortHost ? null : host, name };
}
