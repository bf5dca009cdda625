import type { ConversionsJson, Source, Trust } from '#contract/conversions/conversions';
import { type EventType, eventTypes } from '#contract/conversions/event-types';
import { currencies, type Currency } from '#contract/money';
import { counted } from '#web/format.ts';
import type { Option } from '#web/ui/fields/select.tsx';

const eventNames: Readonly<Record<EventType, string>> = {
  sale: 'Sale',
  signup: 'Signup',
  download: 'Download',
  subscription: 'Subscription',
  lead: 'Lead',
  other: 'Other',
};

const sourceNames: Readonly<Record<Source, string>> = {
  manual: 'Manual',
  pixel: 'Pixel',
  postback: 'Postback',
  api: 'API',
};

export const eventOptions: readonly Option<EventType>[] = eventTypes.map((value) => ({
  value,
  label: eventNames[value],
}));

export const currencyOptions: readonly Option<Currency>[] = currencies.map((value) => ({
  value,
  label: value,
}));

export function eventName(event: EventType): string {
  return eventNames[event];
}

export function sourceName(source: Source): string {
  return sourceNames[source];
}

type TrustWord = {
  readonly trust: Trust;
  readonly name: string;
  readonly tone: 'good' | 'info' | 'plain' | 'warn';
  readonly meaning: string;
};

/** The trust levels, the most reliable first. */
export const trustWords: readonly TrustWord[] = [
  {
    trust: 'confirmed',
    name: 'Confirmed',
    tone: 'good',
    meaning: 'reported by you or by your server',
  },
  {
    trust: 'verified',
    name: 'Verified',
    tone: 'info',
    meaning: 'the browser sent the signed click id',
  },
  {
    trust: 'inferred',
    name: 'Inferred',
    tone: 'plain',
    meaning: 'the same visitor clicked the link before',
  },
  {
    trust: 'unverified',
    name: 'Unverified',
    tone: 'warn',
    meaning: 'not matched to a click; anyone could have sent it',
  },
];

/** The number of conversions and refunds as text: `204 conversions and 2 refunds`. */
export function conversionsAndRefunds(
  answer: Pick<ConversionsJson, 'conversionCount' | 'totals'>,
): string {
  const { conversions } = answer.totals;
  const refunds = answer.conversionCount - conversions;
  const counts = [counted(conversions, 'conversion')];
  if (refunds > 0) counts.push(counted(refunds, 'refund'));
  return counts.join(' and ');
}
