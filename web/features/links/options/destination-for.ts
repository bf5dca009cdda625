import { destinationsOf, type LinkValues } from '#web/features/links/form/link-form.ts';
import { hasCondition, listIn } from './option-values.ts';

/** A visitor for whom the editor shows the destination. */
export type Visitor = {
  readonly device: string;
  readonly system: string;
  /** ISO 3166-1 alpha-2; blank: another one than the rules name. */
  readonly country: string;
  /** Blank: another one than the rules name. */
  readonly language: string;
};

/** Where the visitor goes, and why. */
export type Going = {
  /** Several: one of them in turn. */
  readonly urls: readonly string[];
  readonly because: string;
};

type Routed = Pick<
  LinkValues,
  'originalUrl' | 'otherDestinations' | 'splitTestEnabled' | 'options'
>;

/** Decides as the server does: rules in order, then app links, then the split test. */
export function destinationFor(values: Routed, visitor: Visitor): Going {
  const { originalUrl, splitTestEnabled, options } = values;
  for (const [index, rule] of options.rules.entries()) {
    const { devices, systems, countries, languages } = rule;
    const isFit =
      has(listIn(devices), visitor.device) &&
      has(listIn(systems), visitor.system) &&
      has(countries, visitor.country) &&
      (languages.length === 0 || languages.some((wanted) => isSpoken(visitor.language, wanted)));
    if (isFit && hasCondition(rule))
      return { urls: [rule.url.trim()], because: `Rule ${index + 1}` };
  }
  const isIos = visitor.system === 'ios' && options.iosUrl.trim() !== '';
  if (isIos) return { urls: [options.iosUrl.trim()], because: 'The app for iOS' };
  const isAndroid = visitor.system === 'android' && options.androidUrl.trim() !== '';
  if (isAndroid) return { urls: [options.androidUrl.trim()], because: 'The app for Android' };
  return splitTestEnabled
    ? { urls: destinationsOf(values), because: 'The split test, in turn' }
    : { urls: [originalUrl.trim()], because: 'The link’s destination' };
}

function has(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

function isSpoken(language: string, wanted: string): boolean {
  if (language === wanted) return true;
  if (wanted === 'no') return /^(no|nb|nn)(-|$)/.test(language);
  return !wanted.includes('-') && language.startsWith(`${wanted}-`);
}
