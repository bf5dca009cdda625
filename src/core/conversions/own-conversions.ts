import type { NewConversion } from '#contract/conversions/conversions';
import type { ConversionChanges } from '#contract/conversions/programs';
import { amountProblem } from '#contract/money';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import { isId } from '#core/shared/ids';
import type { Paged } from '#core/shared/page';
import { invalid, notFound } from '#core/shared/refusal';
import { refuseOther } from '#core/shared/seen-version';
import { convertedAtOf } from './converted-at.ts';
import { conversionKey } from './conversion-key.ts';
import {
  type ConversionPosition,
  isRefund,
  type ListedConversion,
  type RawConversion,
} from './conversion.ts';
import type { ConversionPorts, OwnConversions, WantedConversions } from './ports.ts';
import { credited, rawConversion } from './raw-conversion.ts';
import { editedVersion, firstVersion, shownVersion } from './version.ts';

type ReadPorts = {
  readonly conversions: Pick<OwnConversions, 'page'>;
  readonly links: OwnLinks;
  readonly erasures: { pendingLinkIds(userId: string): Promise<readonly string[]> };
};

/** One page of an account's conversions. Refuses `not_found` for a link of another account. */
export async function pageConversions(
  { conversions, links, erasures }: ReadPorts,
  userId: string,
  wanted: WantedConversions,
): Promise<Paged<ListedConversion, ConversionPosition>> {
  const [erasedLinkIds] = await Promise.all([
    erasures.pendingLinkIds(userId),
    ...wanted.linkIds.map((linkId) => ownLink(links, userId, linkId)),
  ]);
  return conversions.page(userId, { ...wanted, erasedLinkIds });
}

type RecordPorts = Pick<ConversionPorts, 'spool' | 'newId' | 'clock'> & {
  readonly links: OwnLinks;
};

/**
 * Records a conversion that an owner enters: always new, always confirmed. Resolves when the lists
 * show it. Refuses `not_found`, also for another owner's link, and `invalid`.
 */
export async function recordConversion(
  { links, spool, newId, clock }: RecordPorts,
  userId: string,
  { linkId, eventType, value, profit, currency, convertedAt }: NewConversion,
): Promise<ListedConversion> {
  const receivedAtMs = clock.now();
  const convertedAtMs = convertedAtOf(convertedAt ?? null, receivedAtMs);
  const link = await ownLink(links, userId, linkId);
  const raw = rawConversion(credited(link), {
    id: newId(receivedAtMs),
    receivedAtMs,
    source: 'manual',
    eventType,
    valueCents: value ?? 0,
    currency,
    sentProfitCents: profit ?? null,
    convertedAtMs,
  });
  await spool.record(raw, 'stored');
  return listedFrom(raw);
}

type ChangePorts = Pick<ConversionPorts, 'conversions' | 'serialized' | 'clock'> & {
  readonly links: OwnLinks;
};

/** Names a conversion of an account, and the version that the caller has seen. */
type OwnConversion = {
  readonly userId: string;
  readonly id: string;
  readonly seen?: number | undefined;
};

/**
 * Changes a conversion permanently as its owner says: no later report overrides the change. Amounts
 * of a refund stay negative, with either sign given. Refuses `not_found`, `invalid`, and
 * `changed_meanwhile` for another version than the caller's.
 */
export function editConversion(
  ports: ChangePorts,
  { userId, id, seen }: OwnConversion,
  changes: ConversionChanges,
): Promise<ListedConversion> {
  return ports.serialized(userId, async () => {
    const before = await ownConversion(ports, userId, id);
    refuseOtherVersion(seen, before);
    const changed = changedBy(before, changes);
    if (isSame(before, changed)) return before;

    const after = nextVersion(ports, before, changed);
    await ports.conversions.revise(userId, { before, after });
    return after;
  });
}

/**
 * Removes a conversion from every number; later repeats do not restore it. Refuses `not_found` and
 * `changed_meanwhile`.
 */
export function removeConversion(
  ports: ChangePorts,
  { userId, id, seen }: OwnConversion,
): Promise<void> {
  return ports.serialized(userId, async () => {
    const before = await ownConversion(ports, userId, id);
    refuseOtherVersion(seen, before);
    const after = { ...nextVersion(ports, before, before), isRemoved: true };
    await ports.conversions.revise(userId, { before, after });
  });
}

function nextVersion(
  { clock }: Pick<ChangePorts, 'clock'>,
  before: ListedConversion,
  changed: ListedConversion,
): ListedConversion {
  return { ...changed, version: editedVersion(before.version), updatedAtMs: clock.now() };
}

function refuseOtherVersion(seen: number | undefined, { version }: ListedConversion): void {
  refuseOther(seen, { version: shownVersion(version) }, 'conversion');
}

/** The entry as the list will show it: a conversion entered by hand has no click. */
function listedFrom(raw: RawConversion): ListedConversion {
  return {
    ...raw,
    key: conversionKey(raw, ''),
    version: firstVersion('confirmed', raw.receivedAtMs),
    isRemoved: false,
    updatedAtMs: raw.receivedAtMs,
    trust: 'confirmed',
    hasClick: false,
    variant: 0,
    country: '',
    device: 'unknown',
    referrer: '',
  };
}

/**
 * The owner's conversion. Refuses `not_found`, also for another owner's and for those of deleted
 * links.
 */
export async function ownConversion(
  { conversions, links }: Pick<ChangePorts, 'conversions' | 'links'>,
  userId: string,
  id: string,
): Promise<ListedConversion> {
  const found = isId(id) ? await conversions.find(userId, id) : null;
  const link = found && (await links.find(userId, found.linkId));
  if (found === null || link === null) throw notFound();
  return found;
}

function changedBy(
  before: ListedConversion,
  { eventType = before.eventType, value, profit, currency = before.currency }: ConversionChanges,
): ListedConversion {
  return {
    ...before,
    eventType,
    key: eventType === before.eventType ? before.key : keyOfItsOwn(before),
    valueCents: amountOf(before, 'value', value) ?? before.valueCents,
    profitCents: amountOf(before, 'profit', profit) ?? before.profitCents,
    currency,
  };
}

/** With another event type its old key could equal the key of another conversion. */
function keyOfItsOwn(conversion: ListedConversion): string {
  return isRefund(conversion) ? `r:m:${conversion.id}` : `m:${conversion.id}`;
}

function amountOf(
  conversion: ListedConversion,
  path: 'value' | 'profit',
  givenCents: number | null | undefined,
): number | null {
  if (givenCents === undefined) return null;
  const sentCents = givenCents ?? 0;
  const amountCents = isRefund(conversion) ? Math.abs(sentCents) : sentCents;
  const message = amountProblem(path === 'value' ? 'Value' : 'Profit', amountCents);
  if (message !== null) throw invalid({ path, message });
  return isRefund(conversion) ? 0 - amountCents : amountCents;
}

function isSame(one: ListedConversion, other: ListedConversion): boolean {
  return (
    one.eventType === other.eventType &&
    one.valueCents === other.valueCents &&
    one.profitCents === other.profitCents &&
    one.currency === other.currency
  );
}
