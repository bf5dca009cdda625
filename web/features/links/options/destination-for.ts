import type { LinkValues } from '#web/features/links/form/link-schema.ts';
import { listIn } from './option-values.ts';
import { readCountries, readLanguages } from './places.ts';

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
  const { originalUrl, otherDestinations, splitTestEnabled, options } = values;
  for (const [index, rule] of options.rules.entries()) {
    const { devices, systems, countries, languages } = rule;
    const speaks = readLanguages(languages).codes;
    const isFit =
      has(listIn(devices), visitor.device) &&
      has(listIn(systems), visitor.system) &&
      has(readCountries(countries).codes, visitor.country) &&
      (speaks.length === 0 || speaks.some((wanted) => isSpoken(visitor.language, wanted)));
    const isEmpty = [devices, systems, countries, languages].every((text) => text.trim() === '');
    if (isFit && !isEmpty) return { urls: [rule.url.trim()], because: `Rule ${index + 1}` };
  }
  const isIos = visitor.system === 'ios' && options.iosUrl.trim() !== '';
  if (isIos) return { urls: [options.iosUrl.trim()], because: 'The app for iOS' };
  const isAndroid = visitor.system === 'android' && options.androidUrl.trim() !== '';
  if (isAndroid) return { urls: [options.androidUrl.trim()], because: 'The app for Android' };
  const others = otherDestinations.map(({ url }) => url.trim()).filter((url) => url !== '');
  return splitTestEnabled
    ? { urls: [originalUrl.trim(), ...others], because: 'The split test, in turn' }
    : { urls: [originalUrl.trim()], because: 'The link’s destination' };
}

function has(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

function isSpoken(language: string, wanted: string): boolean {
  return language === wanted || (!wanted.includes('-') && language.startsWith(`${wanted}-`));
}
