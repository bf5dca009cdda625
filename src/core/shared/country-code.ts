const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Regions with a code and a name that are no countries: groups, and codes for tests. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** The ISO 3166-1 code of a country in upper case, GB for 'UK' too; null when there is none. */
export function countryCode(text: string): string | null {
  const code = text.toUpperCase();
  if (code === 'UK') return 'GB';
  const isCountry = /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined;
  return isCountry && !noCountries.has(code) ? code : null;
}
