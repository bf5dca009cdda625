const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/**
 * Codes that are never a visitor's country: groups of countries, codes for tests, and parts of
 * countries. For example, visitors from the Canary Islands have the code of Spain.
 */
const noCountries = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);

/** Codes that were withdrawn or are only reserved, with today's code of the country (Unicode CLDR). */
export const formerCountryCodes: ReadonlyMap<string, string> = new Map([
  ['AN', 'CW'],
  ['BU', 'MM'],
  ['CS', 'RS'],
  ['DD', 'DE'],
  ['DY', 'BJ'],
  ['FX', 'FR'],
  ['HV', 'BF'],
  ['NH', 'VU'],
  ['RH', 'ZW'],
  ['SU', 'RU'],
  ['TP', 'TL'],
  ['UK', 'GB'],
  ['VD', 'VN'],
  ['YD', 'YE'],
  ['YU', 'RS'],
  ['ZR', 'CD'],
]);

/**
 * The ISO 3166-1 code of a country in upper case, as visitors have it: GB for 'UK', FR for 'FX'. Null
 * when there is none.
 */
export function countryCode(text: string): string | null {
  const typed = text.toUpperCase();
  const code = formerCountryCodes.get(typed) ?? typed;
  const isCountry = /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined;
  return isCountry && !noCountries.has(code) ? code : null;
}

/** The English name of a country. Text that is not the code of one is returned unchanged. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
