/** Codes that a person typed, and what is not known among it. */
export type ReadCodes = { readonly codes: readonly string[]; readonly unknown: readonly string[] };

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

let countries: ReadonlyMap<string, string> | null = null;
let languages: ReadonlyMap<string, string> | null = null;

/** Reads `Germany, AT` as codes of countries: two letters, or the country's English name. */
export function readCountries(typed: string): ReadCodes {
  countries ??= namesOf('region', (pair) => pair.toUpperCase());
  const known = countries;
  return read(typed, (part) => {
    const code = part.toUpperCase();
    return nameOf('region', code) === null ? known.get(part.toLowerCase()) : code;
  });
}

/** Reads `German, pt-BR` as codes of languages. */
export function readLanguages(typed: string): ReadCodes {
  languages ??= namesOf('language', (pair) => pair);
  const known = languages;
  return read(typed, (part) => {
    const [, language, country] = /^([a-z]{2,3})(?:-([a-z]{2}))?$/i.exec(part) ?? [];
    const base = language?.toLowerCase();
    if (base === undefined || nameOf('language', base) === null)
      return known.get(part.toLowerCase());
    return country === undefined ? base : `${base}-${country.toUpperCase()}`;
  });
}

/** `Germany`; the code itself when it has no name. */
export function countryName(code: string): string {
  return nameOf('region', code) ?? code;
}

/** `German`, `Brazilian Portuguese`; the code itself when it has no name. */
export function languageName(code: string): string {
  return nameOf('language', code) ?? code;
}

function read(typed: string, find: (part: string) => string | undefined): ReadCodes {
  const parts = typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const found = parts.map((part) => [part, find(part)] as const);
  return {
    codes: [...new Set(found.flatMap(([, code]) => (code === undefined ? [] : [code])))],
    unknown: found.flatMap(([part, code]) => (code === undefined ? [part] : [])),
  };
}

function nameOf(type: 'region' | 'language', code: string): string | null {
  try {
    return new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) ?? null;
  } catch {
    // A text of another form is no code.
    return null;
  }
}

function namesOf(
  type: 'region' | 'language',
  codeOf: (pair: string) => string,
): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return new Map(
    pairs.flatMap((pair): [string, string][] => {
      const name = names.of(codeOf(pair));
      return name === undefined ? [] : [[name.toLowerCase(), codeOf(pair)]];
    }),
  );
}
