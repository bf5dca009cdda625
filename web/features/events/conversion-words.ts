import type { Conversion, Conversions } from '#web/api.ts';
import { counted } from '#web/format.ts';
import type { Option } from '#web/ui/fields/select.tsx';

export const eventTypes = ['sale', 'signup', 'download', 'subscription', 'lead', 'other'] as const;
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;

const eventNames: Readonly<Record<Conversion['eventType'], string>> = {
  sale: 'Sale',
  signup: 'Signup',
  download: 'Download',
  subscription: 'Subscription',
  lead: 'Lead',
  other: 'Other',
};

const sourceNames: Readonly<Record<Conversion['source'], string>> = {
  manual: 'Manual',
  pixel: 'Pixel',
  postback: 'Postback',
  api: 'API',
};

export const eventOptions: readonly Option<Conversion['eventType']>[] = eventTypes.map((value) => ({
  value,
  label: eventNames[value],
}));

export const currencyOptions: readonly Option<Conversion['currency']>[] = currencies.map(
  (value) => ({ value, label: value }),
);

export function eventName(event: Conversion['eventType']): string {
  return eventNames[event];
}

export function sourceName(source: Conversion['source']): string {
  return sourceNames[source];
}

type TrustWord = {
  readonly trust: Conversion['trust'];
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

/** What a list of conversions holds: `204 conversions and 2 refunds`. */
export function conversionsAndRefunds(
  answer: Pick<Conversions, 'conversionCount' | 'totals'>,
): string {
  const { conversions } = answer.totals;
  const refunds = answer.conversionCount - conversions;
  const counts = [counted(conversions, 'conversion')];
  if (refunds > 0) counts.push(counted(refunds, 'refund'));
  return counts.join(' and ');
}
