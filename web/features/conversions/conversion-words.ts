import type { Conversion } from '#web/api.ts';
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

/** How sure a conversion is, the surest first. */
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
    meaning: 'the browser sent the signed id of its click',
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
