import type { FindApiKey } from '#core/accounts/keys/find-api-key';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Budget } from '#core/shared/budget';
import type { NewId } from '#core/shared/ids';
import { centsFromDecimal } from '#core/shared/money';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { minuteMs, secondMs, type Clock } from '#core/shared/time';
import { attemptReasons, type AttemptReason, type Attempts, shownFields } from './attempt.ts';
import type { ConversionSpool } from './conversion-spool.ts';
import type { NamedClick, RawConversion } from './conversion.ts';
import { judgeClick, linkOfReport, type ReportedLinks } from './judge-click.ts';
import { profitOf } from './profit.ts';
import { type ReadReport, readTextReport, type TextReport } from './text-report.ts';

export type TakePostbackPorts = {
  readonly links: ReportedLinks;
  readonly clickIds: Pick<ClickIds, 'read'>;
  readonly findKey: FindApiKey;
  /** The valid postback secrets of a link; none when there is no such link. */
  readonly postbackSecretsOf: (linkId: string) => Promise<readonly string[]>;
  /** Compares two texts in a time that says nothing of where they differ. */
  readonly isSameSecret: (one: string, other: string) => boolean;
  readonly spool: ConversionSpool;
  readonly attempts: Attempts;
  readonly isRepeat: (conversion: RawConversion) => boolean;
  /** How much one network may ask for. */
  readonly budget: Budget;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** A call from a server. Whatever it does not say is empty. */
export type PostbackCall = {
  readonly cid: string;
  /** The link's code or alias. */
  readonly name: string;
  readonly report: TextReport;
  /** Decimal, in major units; empty leaves the profit to the link. */
  readonly profit: string;
  readonly status: string;
  readonly secret: string;
  /** The API key of the Authorization header; null without one. */
  readonly key: string | null;
  readonly isTest: boolean;
  /** Whose budget it costs. */
  readonly network: string;
};

const refunded = new Set(['refunded', 'refund', 'chargeback', 'reversed']);
const noSale = new Set(['rejected', 'declined', 'pending']);

type Known = {
  readonly link: RoutedLink;
  readonly atMs: number;
  readonly click: NamedClick | null;
  readonly isRefund: boolean;
  readonly profitCents: number | null;
};
type Sale = Extract<ReadReport, { kind: 'read' }>;

/**
 * Takes over what a server reports of a link that it can prove to speak for, and answers once it is
 * on the disk; `ignored` when there is nothing to record. Refuses `unauthenticated` (the same for
 * unknown links and wrong secrets), `forbidden`, `not_found` (for a valid key alone), `invalid`,
 * `too_many_requests` and `unavailable`.
 */
export function takePostback(ports: TakePostbackPorts) {
  return async (call: PostbackCall): Promise<'accepted' | 'ignored'> => {
    const atMs = ports.clock.now();
    refuseFlood(ports.budget, call, atMs);
    const link = await provenLink(ports, call);
    const { click, reason } = judgeClick(ports.clickIds, call.cid, { link, atMs });
    const isRefund = refunded.has(call.status.toLowerCase());
    const shown = { ...shownFields(call.report), hasClickId: click !== null };
    const note = (outcome: 'recorded' | 'repeat' | 'ignored' | 'test', because: AttemptReason) =>
      ports.attempts.note({
        ...{ linkId: link.id, atMs, source: 'postback', outcome, ...shown },
        reason: because === 'none' ? reason : because,
      });
    const refuse = (field: Unreadable): never => {
      const attempt = { linkId: link.id, atMs, source: 'postback', ...shown } as const;
      ports.attempts.note({ ...attempt, outcome: 'refused', reason: field });
      throw invalid({
        path: field === 'amount_missing' ? 'value' : field,
        message: attemptReasons[field],
      });
    };

    const read = readTextReport(call.report);
    const profitCents = call.profit === '' ? null : centsFromDecimal(call.profit);
    if (read.kind === 'unreadable') return refuse(read.field);
    if (call.profit !== '' && profitCents === null) return refuse('value');
    if (isRefund && read.valueCents === 0) return refuse('amount_missing');
    const ignored = whyIgnored(link, call);
    if (call.isTest) note('test', ignored);
    else if (ignored !== 'none') note('ignored', ignored);
    if (call.isTest || ignored !== 'none') return 'ignored';

    const known = { link, atMs, click, isRefund, profitCents };
    const conversion = rawConversion(ports.newId(atMs), read, known);
    await ports.spool.record(conversion, 'synced');
    if (ports.isRepeat(conversion)) note('repeat', 'seen_before');
    else note('recorded', 'none');
    return 'accepted';
  };
}

type Unreadable = Extract<ReadReport, { kind: 'unreadable' }>['field'] | 'amount_missing';

function refuseFlood(budget: Budget, { network }: PostbackCall, atMs: number): void {
  if (budget.spend(network, atMs) === 'within') return;
  const message = 'Too many postbacks at once. Please try again in a minute.';
  throw new Refusal('too_many_requests', message, { retryAfterSeconds: minuteMs / secondMs });
}

/** The link, once the call has proved to speak for it. */
async function provenLink(ports: TakePostbackPorts, call: PostbackCall): Promise<RoutedLink> {
  const link = linkOfReport(ports, call);
  if (call.key !== null) return linkOfKey(ports, call.key, link);
  const secrets = link === undefined ? [] : await ports.postbackSecretsOf(link.id);
  const isProven = secrets.some((secret) => ports.isSameSecret(secret, call.secret));
  if (link === undefined || !isProven) throw unproven();
  return link;
}

async function linkOfKey(
  { findKey }: TakePostbackPorts,
  key: string,
  link: RoutedLink | undefined,
): Promise<RoutedLink> {
  const holder = await findKey(key);
  if (holder === null) throw unproven();
  if (!holder.scopes.includes('conversions:write')) {
    throw new Refusal(
      'forbidden',
      'This API key does not have the required scope: conversions:write',
    );
  }
  if (link?.userId !== holder.userId) throw notFound();
  return link;
}

function unproven(): Refusal {
  const message = 'Send the name of one of your links, with its postback secret or an API key';
  return new Refusal('unauthenticated', message);
}

function whyIgnored(link: RoutedLink, { status }: PostbackCall): AttemptReason {
  if (noSale.has(status.toLowerCase())) return 'status';
  return link.trackConversions ? 'none' : 'not_tracked';
}

/** The server that calls is no visitor: nothing of the request itself is kept. */
function rawConversion(
  id: string,
  { eventType, valueCents, currency, orderId }: Sale,
  { link, atMs, click, isRefund, profitCents: sentCents }: Known,
): RawConversion {
  const { saleProfit } = link;
  return {
    id,
    receivedAtMs: atMs,
    linkId: link.id,
    userId: link.userId,
    eventType,
    valueCents: isRefund ? 0 - valueCents : valueCents,
    profitCents: profitOf({ eventType, currency, isRefund, sentCents, saleProfit }),
    currency,
    source: 'postback',
    isConfirmed: true,
    isRefund,
    orderId,
    isAlwaysNew: false,
    click,
    isAnonymous: true,
    address: '',
    userAgent: '',
    visitorCookie: '',
    metadata: '',
  };
}
