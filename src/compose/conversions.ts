import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import type { Sql } from '#adapters/postgres/connect';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import type { Links } from '#core/links/ports';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import type { Locks } from '#adapters/postgres/pool/locks';
import { answerConversions } from '#core/analytics/answer-conversions';
import { editConversion } from '#core/conversions/edit-conversion';
import { recordByHand } from '#core/conversions/record-by-hand';
import { removeConversion } from '#core/conversions/remove-conversion';
import type { Redirects } from './redirects.ts';
import { newId, systemClock as clock } from './system.ts';

type ConversionParts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  readonly redirects: Pick<Redirects, 'conversions'>;
};

/** An owner's use cases of conversions. */
export function composeConversions({ sql, links, locks, clickHouse, redirects }: ConversionParts) {
  const conversions = clickhouseConversions(clickHouse);
  const change = { links, conversions, serialized: accountTurns(locks, 'conversions') };

  return {
    answerConversions: answerConversions({
      clock,
      links: postgresLinkCounts(sql),
      erasures: postgresErasures(sql),
      conversions,
    }),
    recordByHand: recordByHand({ links, spool: redirects.conversions, clock, newId }),
    editConversion: editConversion(change),
    removeConversion: removeConversion(change),
  };
}
