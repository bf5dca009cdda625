import { invalid } from '#core/shared/refusal';
import { amountIssue } from './amount.ts';
import type { EventType } from './conversion.ts';
import type { Currency } from '#contract/money';
import { isRefund, type ListedConversion } from './listed-conversion.ts';
import { ownConversion, type ChangeConversionPorts } from './own-conversion.ts';
import { editedVersion } from './version.ts';

/** What an owner may change. `undefined` leaves a field as it is. Amounts are cents. */
export type ConversionInput = {
  readonly eventType?: EventType | undefined;
  readonly valueCents?: number | undefined;
  readonly profitCents?: number | undefined;
  readonly currency?: Currency | undefined;
};

/**
 * Changes a conversion permanently as its owner says: no later report overrides the change. Amounts
 * of a refund stay negative, with either sign given. Refuses `not_found` and `invalid`.
 */
export function editConversion(ports: ChangeConversionPorts) {
  return (userId: string, id: string, input: ConversionInput): Promise<ListedConversion> =>
    ports.serialized(userId, async () => {
      const before = await ownConversion(ports, userId, id);
      const changed = withInput(before, input);
      if (isSame(before, changed)) return before;

      const after = { ...changed, version: editedVersion(before.version) };
      await ports.conversions.revise(userId, { before, after, isRemoved: false });
      return after;
    });
}

function withInput(before: ListedConversion, input: ConversionInput): ListedConversion {
  const eventType = input.eventType ?? before.eventType;
  return {
    ...before,
    eventType,
    key: eventType === before.eventType ? before.key : keyOfItsOwn(before),
    valueCents: amountOf(before, 'value', input.valueCents) ?? before.valueCents,
    profitCents: amountOf(before, 'profit', input.profitCents) ?? before.profitCents,
    currency: input.currency ?? before.currency,
  };
}

/** With another event type its old key could equal the key of another conversion. */
function keyOfItsOwn(conversion: ListedConversion): string {
  return isRefund(conversion) ? `r:m:${conversion.id}` : `m:${conversion.id}`;
}

function amountOf(
  conversion: ListedConversion,
  path: 'value' | 'profit',
  givenCents: number | undefined,
): number | undefined {
  if (givenCents === undefined) return undefined;
  const amountCents = isRefund(conversion) ? Math.abs(givenCents) : givenCents;
  const issue = amountIssue(path, amountCents);
  if (issue) throw invalid(issue);
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
