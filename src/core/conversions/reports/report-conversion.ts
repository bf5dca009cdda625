import type { Digest } from '#core/accounts/sign-in/session';
import type { Link } from '#core/links/link';
import type { NewId } from '#core/shared/ids';
import { invalid, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { amountIssue } from '#core/conversions/amount';
import type { ConversionSpool } from '#core/conversions/conversion-spool';
import type { EventType, RawConversion } from '#core/conversions/conversion';
import type { Currency } from '#contract/money';
import { creditedClick, type SignedClick } from '#core/conversions/credited-click';
import { once, type IdempotentCalls } from './idempotence.ts';
import { credited, rawConversion } from '#core/conversions/raw-conversion';

/** How a report names its link: by its id, its code or an alias, or its number. */
export type LinkNaming =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'number'; readonly number: number };

export type ReportConversionPorts = {
  readonly links: {
    /** The owner's link with that name; null when it does not exist or belongs to another owner. */
    findNamed(userId: string, naming: LinkNaming): Promise<Link | null>;
  };
  readonly clickIds: {
    /** The content of a click id; null unless this instance signed it. */
    read(text: string): SignedClick | null;
  };
  readonly spool: ConversionSpool;
  readonly calls: IdempotentCalls;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** A conversion reported by an account's own program. Amounts are cents of `currency`. */
export type ConversionReport = {
  readonly linkId: string | null;
  /** A code or an alias, used when there is no `linkId`. */
  readonly shortCode: string | null;
  /** Names the click, and also the link when nothing else does. */
  readonly cid: string | null;
  readonly eventType: EventType;
  readonly valueCents: number;
  /** Null: the link decides. */
  readonly profitCents: number | null;
  readonly currency: Currency;
  /** Empty when absent. */
  readonly orderId: string;
  /** A JSON object as text, or empty. */
  readonly metadata: string;
};

export type ReportConversion = (
  userId: string,
  report: ConversionReport,
  idempotencyKey: string | null,
) => Promise<string>;

/**
 * Records a conversion from a program with an API key of the account, and returns its id once it is
 * on disk. An order id, or an idempotency key for 24 hours, makes repeats count once. Refuses
 * `invalid`, `not_found` (also for another owner's link), `conflict` and `unavailable`.
 */
export function reportConversion(ports: ReportConversionPorts): ReportConversion {
  const { calls, clock, newId, digest } = ports;

  return async (userId, report, key) => {
    refuseWrongAmounts(report);
    const nowMs = clock.now();
    const record = (id: string) => recordReport(ports, report, { id, userId, receivedAtMs: nowMs });

    const conversionId = newId(nowMs);
    if (key !== null) {
      const fingerprint = digest(JSON.stringify(report));
      return once(calls, { userId, key, fingerprint, conversionId, atMs: nowMs }, record);
    }
    await record(conversionId);
    return conversionId;
  };
}

function refuseWrongAmounts({ valueCents, profitCents }: ConversionReport): void {
  const value = amountIssue('value', valueCents);
  const profit = profitCents === null ? null : amountIssue('profit', profitCents);
  if (value) throw invalid({ ...value, path: 'valueCents' });
  if (profit) throw invalid({ ...profit, path: 'profitCents' });
}

type Receipt = Pick<RawConversion, 'id' | 'userId' | 'receivedAtMs'>;

async function recordReport(
  ports: ReportConversionPorts,
  report: ConversionReport,
  receipt: Receipt,
): Promise<void> {
  const signed = report.cid === null ? null : ports.clickIds.read(report.cid);
  const naming = namingOf(report, signed);
  const link = naming && (await ports.links.findNamed(receipt.userId, naming));
  if (link === null) throw notFound();

  const click = creditedClick(signed, link.number, receipt.receivedAtMs);
  const {
    eventType,
    valueCents,
    profitCents: sentProfitCents,
    currency,
    orderId,
    metadata,
  } = report;
  const conversion = rawConversion(credited(link), {
    id: receipt.id,
    receivedAtMs: receipt.receivedAtMs,
    source: 'api',
    eventType,
    valueCents,
    currency,
    orderId,
    sentProfitCents,
    click,
    metadata,
  });
  await ports.spool.record(conversion, 'synced');
}

/** Null when the report has nothing but an invalid click id. */
function namingOf(report: ConversionReport, signed: SignedClick | null): LinkNaming | null {
  if (report.linkId !== null) return { by: 'id', id: report.linkId };
  if (report.shortCode !== null) return { by: 'name', name: report.shortCode };
  if (report.cid === null) {
    throw invalid({ path: 'linkId', message: 'Send linkId, shortCode or cid' });
  }
  return signed && { by: 'number', number: signed.linkNumber };
}
