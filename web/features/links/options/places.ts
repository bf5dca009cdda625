/** Names of countries or of languages, and the codes that they stand for. */
type Places = {
  /** The code for an English name or for a code, in any case; null when there is none. */
  codeOf(text: string): string | null;
  /** The English name; null when the text is not a code. */
  nameOf(code: string): string | null;
  /** Every name, in order. */
  names(): readonly string[];
};

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

/** Codes of regions that are never a visitor's country. */
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

/** Withdrawn codes, which browsers still have a name for. The server keeps today's codes instead. */
export const formerCodes: Readonly<Record<'countries' | 'languages', ReadonlyMap<string, string>>> =
  {
    countries: new Map([
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
    ]),
    languages: new Map([
      ['in', 'id'],
      ['iw', 'he'],
      ['ji', 'yi'],
      ['jw', 'jv'],
      ['mo', 'ro'],
      ['sh', 'sr'],
      ['tgl', 'fil'],
      ['tl', 'fil'],
    ]),
  };

export const countries = places({
  type: 'region',
  codes: pairs.map((pair) => pair.toUpperCase()).filter((code) => !noCountries.has(code)),
  readCode: (text) => {
    const code = text.toUpperCase();
    return noCountries.has(code) ? null : code;
  },
  former: formerCodes.countries,
});

export const languages = places({
  type: 'language',
  codes: [...pairs, 'fil'],
  readCode: (text) => {
    const [, language, country] = /^([a-z]{2,3})(?:-([a-z]{2}))?$/i.exec(text) ?? [];
    if (language === undefined) return null;
    const typed = language.toLowerCase();
    const base = formerCodes.languages.get(typed) ?? typed;
    if (country === undefined) return base;
    const region = country.toUpperCase();
    return `${base}-${formerCodes.countries.get(region) ?? region}`;
  },
  former: formerCodes.languages,
});

type PlacesOptions = {
  readonly type: 'region' | 'language';
  /** Codes to try: some have no name. */
  readonly codes: readonly string[];
  /** Codes that are not offered. */
  readonly former: ReadonlyMap<string, string>;
  /** Normalizes a text that may be a code. */
  readCode(text: string): string | null;
};

function places({ type, codes, former, readCode }: PlacesOptions): Places {
  const display = new Intl.DisplayNames('en', { type, fallback: 'none' });
  let known: { names: readonly string[]; codes: ReadonlyMap<string, string> } | null = null;

  function nameOf(code: string): string | null {
    try {
      return display.of(code) ?? null;
    } catch {
      // A text in another form is not a code.
      return null;
    }
  }

  function all() {
    const named = codes
      .filter((code) => !former.has(code))
      .map((code) => ({ code, name: nameOf(code) }))
      .filter((each): each is { code: string; name: string } => each.name !== null);
    return {
      names: named.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
      codes: new Map(named.map(({ code, name }) => [name.toLowerCase(), code])),
    };
  }

  return {
    codeOf(text) {
      known ??= all();
      const named = known.codes.get(text.toLowerCase());
      if (named !== undefined) return named;
      const code = readCode(text);
      const name = code === null ? null : nameOf(code);
      // 'deu' has the name of 'de', which browsers send, and 'FX' the one of 'FR'.
      return name === null ? null : (known.codes.get(name.toLowerCase()) ?? code);
    },
    nameOf,
    names: () => (known ??= all()).names,
  };
}
