import { identifyVisitor, type Identity, type KeyedHash } from '#core/clicks/identify-visitor';
import { halves, type BatchOutcome, type Batch, type Batches } from '#core/clicks/store-batch';
import type { Insertion, Suspicion } from '#core/clicks/store-batch';
import { truncateAddress, type AddressStorage } from '#core/clicks/truncate-address';
import { dayMs, utcDay } from '#core/shared/time';
import {
  attribute,
  wantedVisitors,
  type ClickFacts,
  type VisitorIds,
  type WantedClick,
} from './attribute.ts';
import { conversionKey, visitorOfId } from './conversion-key.ts';
import { attributionWindowDays, type Conversion, type RawConversion } from './conversion.ts';
import type { ClickFinder, ConversionStore } from './ports.ts';
import { mergeRepeat } from './repeat.ts';
import { enrichedVersion, firstVersion } from './version.ts';

type Ports = {
  readonly batches: Batches<RawConversion>;
  readonly clicks: ClickFinder;
  readonly conversions: Pick<ConversionStore, 'known' | 'insert'>;
  /** Whether the link is deleted: its conversions are dropped. */
  readonly isErased: (linkId: string) => boolean;
  /** The batch is in the event store, or contained only repeats. */
  readonly onStored: (batch: string) => void;
  readonly keyedHash: KeyedHash;
  /** The key for hashing cookies; null: visitors are identified with the day's salt. */
  readonly cookieKey: Uint8Array | null;
  /** The salt of a UTC day; null when it was destroyed. Rejects while it cannot be read. */
  readonly findSalt: (day: string) => Promise<Uint8Array | null>;
  readonly addressStorage: AddressStorage;
};

/** Conversions per query: a statement has a size limit. */
const conversionsAtOnce = 500;
/** A visitor without a cookie is recognised until the end of the next UTC day. */
const saltedDays = 2;

/**
 * Makes one attempt to store a batch of conversions. Key and version make it idempotent, so an
 * attempt with an unknown result is simply repeated. A batch that is refused twice is halved until
 * the bad conversion is alone.
 */
export function storeConversions(ports: Ports) {
  const { batches, conversions, isErased, onStored } = ports;

  return async (batch: Batch, { wasRefused }: Suspicion): Promise<BatchOutcome> => {
    const reports = await batches.read(batch);
    const wanted = reports.filter(({ linkId }) => !isErased(linkId));
    const rows = await rowsOf(ports, batch.day, wanted);
    const insertion: Insertion =
      rows.length === 0 ? { kind: 'stored' } : await conversions.insert(batch.id, rows);

    if (insertion.kind === 'stored') {
      await batches.remove(batch, reports.length - wanted.length);
      onStored(batch.id);
      return { kind: 'stored', clicks: 0, conversions: rows.length };
    }
    if (insertion.kind === 'doubtful' || !wasRefused) return insertion;
    if (reports.length > 1) {
      await batches.split(batch, halves(reports));
      return { kind: 'split' };
    }
    await batches.bury(batch, insertion.reason);
    return { kind: 'buried' };
  };
}

/** The versions to store: one for each conversion that the reports change. */
async function rowsOf(
  ports: Ports,
  day: string,
  reports: readonly RawConversion[],
): Promise<readonly Conversion[]> {
  if (reports.length === 0) return [];
  const visitorsOf = await visitorReader(ports, day);
  const lookBackDays = ports.cookieKey === null ? saltedDays : attributionWindowDays;
  const changed = new Map<string, Conversion>();

  for (let start = 0; start < reports.length; start += conversionsAtOnce) {
    const some = reports.slice(start, start + conversionsAtOnce);
    const read = some.map((report) => ({ report, visitorIds: visitorsOf(report) }));
    const clicks = await ports.clicks.find({
      named: some.flatMap(wantedClicks),
      visitors: read.flatMap(({ report, visitorIds }) =>
        wantedVisitors(report, visitorIds, lookBackDays),
      ),
    });
    const made = read.map((one) => conversionOf(one, clicks, ports.addressStorage));
    const known = new Map(
      (await ports.conversions.known(made)).map((found) => [nameOf(found), found]),
    );
    for (const conversion of made) {
      const name = nameOf(conversion);
      const before = changed.get(name) ?? known.get(name);
      const merged = before === undefined ? conversion : mergeRepeat(before, conversion);
      if (merged !== null) changed.set(name, merged);
    }
  }
  return [...changed.values()];
}

function wantedClicks({ userId, linkId, click }: RawConversion): WantedClick[] {
  return click === null ? [] : [{ userId, linkId, clickId: click.clickId }];
}

type Read = { readonly report: RawConversion; readonly visitorIds: VisitorIds };

function conversionOf(
  { report, visitorIds }: Read,
  clicks: readonly ClickFacts[],
  addressStorage: AddressStorage,
): Conversion {
  const [visitorId = 0n] = visitorIds;
  const { isComplete, ...credit } = attribute(report, visitorIds, clicks);
  const version = firstVersion(credit.trust, report.receivedAtMs);
  const { id, userId, linkId, eventType, receivedAtMs, orderId, metadata } = report;
  return {
    id,
    userId,
    linkId,
    eventType,
    receivedAtMs,
    orderId,
    metadata,
    key: conversionKey(report, visitorOfId(visitorId)),
    version: isComplete ? enrichedVersion(version) : version,
    isRemoved: false,
    convertedAtMs: report.convertedAtMs,
    valueCents: report.valueCents,
    profitCents: report.profitCents,
    currency: report.currency,
    source: report.source,
    ...credit,
    visitorId,
    ...truncateAddress(report, addressStorage),
  };
}

/** Only a pixel is requested by the visitor; other reports come from other machines. */
async function visitorReader({ keyedHash, cookieKey, findSalt }: Ports, day: string) {
  const identify = identifyVisitor(keyedHash);
  const identities: readonly Identity[] =
    cookieKey === null
      ? await Promise.all([day, utcDay(Date.parse(day) - dayMs)].map(salted))
      : [{ kind: 'cookie', key: cookieKey }];

  return (report: RawConversion): VisitorIds =>
    report.source === 'pixel'
      ? identities.map((identity) => identify(report, identity)).filter((id) => id !== 0n)
      : [];

  async function salted(saltDay: string): Promise<Identity> {
    const salt = await findSalt(saltDay);
    return salt === null ? { kind: 'forgotten' } : { kind: 'salted', salt };
  }
}

/** The identity of a conversion in the store. */
function nameOf({ userId, linkId, eventType, key }: Conversion): string {
  return [userId, linkId, eventType, key].join('\n');
}
