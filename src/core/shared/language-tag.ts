import { formerCountryCodes } from './country-code.ts';

/** Codes of languages that browsers and people still use, with today's code (Unicode CLDR). */
export const formerLanguageCodes: ReadonlyMap<string, string> = new Map([
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['tl', 'fil'],
]);

/** A language, of a country or of none, with today's codes in their usual case: `he`, `pt-BR`. */
export function languageTag(language: string, country: string | undefined): string {
  const typed = language.toLowerCase();
  const base = formerLanguageCodes.get(typed) ?? typed;
  if (!country) return base;
  const region = country.toUpperCase();
  return `${base}-${formerCountryCodes.get(region) ?? region}`;
}
