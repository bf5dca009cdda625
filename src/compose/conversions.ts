import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import type { Links } from '#core/links/ports';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import type { Locks } from '#adapters/postgres/pool/locks';
import { editConversion } from '#core/conversions/edit-conversion';
import { recordByHand } from '#core/conversions/record-by-hand';
import { removeConversion } from '#core/conversions/remove-conversion';
import type { Redirects } from './redirects.ts';
import { newId, systemClock as clock } from './system.ts';

type ConversionParts = {
  readonly links: Links;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  readonly redirects: Pick<Redirects, 'conversions'>;
};

/** An owner's use cases of conversions. */
export function composeConversions({ links, locks, clickHouse, redirects }: ConversionParts) {
  const conversions = clickhouseConversions(clickHouse);
  const change = { links, conversions, serialized: accountTurns(locks, 'conversions') };

  return {
    recordByHand: recordByHand({ links, spool: redirects.conversions, clock, newId }),
    editConversion: editConversion(change),
    removeConversion: removeConversion(change),
  };
}
