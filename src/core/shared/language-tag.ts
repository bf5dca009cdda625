import { formerCountryCodes } from './country-code.ts';

/** Codes of languages that browsers and people still use, with today's code (Unicode CLDR). */
export const formerLanguageCodes: ReadonlyMap<string, string> = new Map([
  ['in', 'id'],
  ['iw', 'he'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
  ['sh', 'sr'],
  ['tgl', 'fil'],
  ['tl', 'fil'],
]);

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** The codes of two letters, which browsers send, by the language's name. */
const shortCodes: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !formerLanguageCodes.has(code))
    .flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[name, code]];
    }),
);

/**
 * A language, of a country or of none, as most browsers send it and in the usual case: `he` for 'iw',
 * `de` for 'deu', `pt-BR`.
 */
export function languageTag(language: string, country: string | undefined): string {
  const typed = language.toLowerCase();
  const base = formerLanguageCodes.get(typed) ?? shortCodes.get(names.of(typed) ?? '') ?? typed;
  if (!country) return base;
  const region = country.toUpperCase();
  return `${base}-${formerCountryCodes.get(region) ?? region}`;
}
