import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { conversionRoutes } from '#adapters/http/conversions/conversions';
import { frame } from '#adapters/http/frame/frame';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { postgresLinks } from '#adapters/postgres/links/links';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import type { Locks } from '#adapters/postgres/pool/locks';
import type { RawConversion } from '#core/conversions/conversion';
import { conversionKey } from '#core/conversions/conversion-key';
import { editConversion } from '#core/conversions/edit-conversion';
import { recordByHand } from '#core/conversions/record-by-hand';
import { removeConversion } from '#core/conversions/remove-conversion';
import { firstVersion } from '#core/conversions/version';
import { storedNumbers } from '#tests/support/builders/reports';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import type { StoredConversion, StoredEvents } from '#tests/support/builders/events';

type Stores = {
  readonly sql: Parameters<typeof postgresLinks>[0];
  readonly locks: Locks;
  readonly client: Parameters<typeof clickhouseConversions>[0];
  store(events: StoredEvents): Promise<void>;
};

/** Conversions in their frame, over real stores; a person's id is its cookie. */
export function conversionsApp({ sql, locks, client, store }: Stores, nowMs: number) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const clock = { now: () => nowMs };
  const links = postgresLinks(sql);
  const conversions = clickhouseConversions(client);
  const change = { links, conversions, serialized: accountTurns(locks, 'conversions') };
  const spool = {
    record: (raw: RawConversion) => store({ conversions: [rowOf(raw)] }),
  };
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    conversionRoutes({
      session,
      heavy: heavyAnswers(),
      shortOrigin: 'https://go.example',
      analytics: storedNumbers({ sql, client }, clock.now),
      recordByHand: recordByHand({
        links,
        spool,
        clock,
        newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
      }),
      editConversion: editConversion(change),
      removeConversion: removeConversion(change),
    }),
  );
  return { app, log, people };
}

/** The row that the drain makes of a conversion without a click. */
function rowOf(raw: RawConversion): StoredConversion {
  const trust = raw.isConfirmed ? 'confirmed' : 'unverified';
  return {
    ...raw,
    key: conversionKey(raw, ''),
    version: firstVersion(trust, raw.receivedAtMs),
    removed: false,
    atMs: raw.receivedAtMs,
    trust,
  };
}
