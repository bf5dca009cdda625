import { countries as allCountries, languages as allLanguages } from './places.ts';

/** The names of a rule's devices on screens. */
export const devices: Readonly<Record<string, string>> = {
  desktop: 'Computer',
  mobile: 'Phone',
  tablet: 'Tablet',
  other: 'Other device',
};
/** The names of a rule's operating systems on screens. */
export const systems: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
};

type Rule = Readonly<Record<'devices' | 'systems' | 'countries' | 'languages', readonly string[]>>;

/** The conditions of a rule in a few words: `Phone, iOS, Germany or Austria`. */
export function ruleName({
  devices: machines,
  systems: names,
  countries,
  languages,
}: Rule): string {
  const parts = [
    machines.map((each) => devices[each] ?? each),
    names.map((each) => systems[each] ?? each),
    countries.map((code) => allCountries.nameOf(code) ?? code),
    languages.map((code) => allLanguages.nameOf(code) ?? code),
  ];
  const words = parts.filter((part) => part.length > 0).map(oneOf);
  return words.length === 0 ? 'Everybody' : words.join(', ');
}

const shownValues = 3;

function oneOf(values: readonly string[]): string {
  const shown = values.slice(0, shownValues);
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(' or ')} or ${more} more` : shown.join(' or ');
}
