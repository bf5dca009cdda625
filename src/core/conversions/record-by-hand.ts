import { ownLink, type OwnLinks } from '#core/links/own-link';
import type { NewId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { amountIssue } from './amount.ts';
import { conversionKey } from './conversion-key.ts';
import type { ConversionSpool } from './conversion-spool.ts';
import type { EventType, RawConversion } from './conversion.ts';
import type { Currency } from '#contract/money';
import type { ListedConversion } from './listed-conversion.ts';
import { credited, rawConversion } from './raw-conversion.ts';
import { firstVersion } from './version.ts';

export type RecordByHandPorts = {
  readonly links: OwnLinks;
  readonly spool: ConversionSpool;
  readonly clock: Clock;
  readonly newId: NewId;
};

/** What an owner enters; amounts are cents, at least 0. */
export type ManualConversionInput = {
  readonly linkId: string;
  readonly eventType: EventType;
  readonly valueCents: number;
  /** Null when absent. A link with a fixed profit uses that for each sale. */
  readonly profitCents: number | null;
  readonly currency: Currency;
};

/**
 * Records a conversion that an owner enters: always new, always confirmed. Resolves when the lists
 * show it. Refuses `not_found`, also for another owner's link, and `invalid` amounts.
 */
export function recordByHand(ports: RecordByHandPorts) {
  return async (userId: string, input: ManualConversionInput): Promise<ListedConversion> => {
    refuseAmounts(input);
    const link = await ownLink(ports.links, userId, input.linkId);
    const { eventType, valueCents, profitCents: sentProfitCents, currency } = input;
    const receivedAtMs = ports.clock.now();
    const raw = rawConversion(credited(link), {
      id: ports.newId(receivedAtMs),
      receivedAtMs,
      source: 'manual',
      eventType,
      valueCents,
      currency,
      sentProfitCents,
    });
    await ports.spool.record(raw, 'stored');
    return listedFrom(raw);
  };
}

function refuseAmounts({ valueCents, profitCents }: ManualConversionInput): void {
  const issues = [
    amountIssue('value', valueCents),
    profitCents === null ? null : amountIssue('profit', profitCents),
  ];
  const [first, ...rest] = issues.filter((issue) => issue !== null);
  if (first) throw invalid(first, ...rest);
}

/** The entry as the list will show it: a conversion entered by hand has no click. */
function listedFrom(raw: RawConversion): ListedConversion {
  return {
    ...raw,
    key: conversionKey(raw, ''),
    version: firstVersion('confirmed', raw.receivedAtMs),
    convertedAtMs: raw.receivedAtMs,
    trust: 'confirmed',
    hasClick: false,
    variant: 0,
    country: '',
    device: 'unknown',
    referrer: '',
  };
}
