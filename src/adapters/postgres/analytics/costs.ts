import { type Cost, mostCosts } from '#contract/analytics/costs';
import type { Costs, LinkName } from '#core/analytics/ports';
import { foldName } from '#core/links/names/alias';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';
import { refuseGoneReference } from '#adapters/postgres/or-taken';

/** What accounts' clicks cost, in Postgres. */
export function postgresCosts(parts: ListParts): Costs {
  const { sql } = parts;
  const list = postgresAccountList<Cost>(parts, {
    table: 'costs',
    columns: sql`id, link_id AS "linkId", campaign, kind, amount_cents AS amount, currency,
      to_char(costs.first_day, 'YYYY-MM-DD') AS "firstDay",
      to_char(costs.last_day, 'YYYY-MM-DD') AS "lastDay", note`,
    columnNames: { amount: 'amount_cents' },
    order: sql`costs.first_day DESC, id DESC`,
    most: mostCosts,
    one: 'cost',
    many: 'costs',
  });

  return {
    ...list,
    add: (userId, cost, chosenId) => list.add(userId, cost, chosenId).catch(refuseGoneReference),
    change: (which, cost) => list.change(which, cost).catch(refuseGoneReference),
    addAll: (userId, costs, firstId) =>
      list.addAll(userId, costs, { firstId }).catch(refuseGoneReference),

    async linksNamed(userId, names) {
      const found = await sql<(LinkName & { id: string; code: string; kind: string })[]>`
        SELECT links.id, links.short_code AS code, link_names.kind, domains.host,
          link_names.folded_name AS name
        FROM link_names JOIN links ON links.id = link_names.link_id
        LEFT JOIN domains ON domains.number = link_names.domain_id
        WHERE links.user_id = ${userId}
          AND link_names.folded_name = ANY(${names.map(({ name }) => foldName(name))})`;
      // The letters of a code count, those of an alias do not.
      return names.map(({ host, name }) => {
        const link = found.find(
          (each) =>
            each.name === foldName(name) &&
            each.host === host &&
            (each.kind === 'alias' || each.code === name),
        );
        return link?.id ?? null;
      });
    },
  };
}
