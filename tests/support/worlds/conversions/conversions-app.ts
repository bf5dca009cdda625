import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { conversionRoutes } from '#adapters/http/conversions/conversions';
import { frame } from '#adapters/http/frame/frame';
import type { AccountCalls } from '#adapters/http/limits/account-calls';
import { mounted } from '#adapters/http/frame/on';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { postgresNamedLinks } from '#adapters/postgres/links/named-links';
import { postgresLinks } from '#adapters/postgres/links/links';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import type { Locks } from '#adapters/postgres/pool/locks';
import type { RawConversion } from '#core/conversions/conversion';
import { conversionKey } from '#core/conversions/conversion-key';
import type { ConversionPorts } from '#core/conversions/ports';
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

/** What the routes of people do not use. */
const nothingElse = {
  clickIds: { read: () => null },
  attempts: { newest: async () => [], newestUntracked: async () => [] },
  generations: { of: async () => null, next: async () => null },
  seals: () => [new Uint8Array()] as const,
};

/** Conversions in their frame, over real stores; a person's id is its cookie. */
export function conversionsApp(
  { sql, locks, client, store }: Stores,
  nowMs: number,
  calls?: AccountCalls,
) {
  const { people, session } = peopleByCookie();
  const log = memoryLog();
  const clock = { now: () => nowMs };
  const links = postgresLinks(sql);
  const conversions = clickhouseConversions(client);
  const ports: ConversionPorts = {
    ...nothingElse,
    links: { ...links, ...postgresNamedLinks(sql) },
    conversions,
    serialized: accountTurns(locks, 'conversions'),
    spool: { record: (raw) => store({ conversions: [rowOf(raw)] }) },
    newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
    clock,
  };
  const lists = {
    appUrl,
    heavy: heavyAnswers(),
    shortOrigin: 'https://go.example',
    analytics: storedNumbers({ sql, client }, clock.now),
  };
  const app: Answers = frame({ appUrl, log, isOutage: isClickHouseOutage }).use(
    mounted({ session, ...(calls && { calls }) }, conversionRoutes(ports, lists)),
  );
  return { app, log, people };
}

/** The row that the drain makes of a conversion whose click it has not found. */
function rowOf(raw: RawConversion): StoredConversion {
  const trust = raw.isConfirmed ? 'confirmed' : 'unverified';
  return {
    ...raw,
    ...raw.click,
    key: conversionKey(raw, ''),
    version: firstVersion(trust, raw.receivedAtMs),
    removed: false,
    atMs: raw.convertedAtMs,
    trust,
  };
}
