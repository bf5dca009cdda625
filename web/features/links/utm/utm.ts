/** The five parameters by which analytics distinguish campaigns. */
export const utmNames = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

export type UtmName = (typeof utmNames)[number];

/** A value for each parameter; empty for none. */
export type Utm = Readonly<Record<UtmName, string>>;

/** No parameter at all. */
export const noUtm: Utm = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

/** The parameters of an address, decoded; of a repeated one the first. */
export function utmOf(url: string): Utm {
  const { pairs } = partsOf(url);
  const valueOf = (name: UtmName) =>
    decoded(pairs.find((pair) => nameOf(pair) === name)?.replace(/^[^=]*=?/, '') ?? '');
  return {
    utm_source: valueOf('utm_source'),
    utm_medium: valueOf('utm_medium'),
    utm_campaign: valueOf('utm_campaign'),
    utm_term: valueOf('utm_term'),
    utm_content: valueOf('utm_content'),
  };
}

/**
 * Sets these parameters of an address. A changed parameter keeps its place, a new one is added at
 * the end, and an empty one is removed. Everything else, and a parameter that already has its
 * value, keeps its spelling. Blanks at the ends of a changed address are removed.
 */
export function withUtm(url: string, wanted: Partial<Utm>): string {
  const typed = url.trim();
  const before = utmOf(typed);
  let { pairs } = partsOf(typed);
  const changed = utmNames.filter((name) => (wanted[name] ?? before[name]) !== before[name]);
  for (const name of changed) pairs = withPair(pairs, name, wanted[name] ?? '');
  if (changed.length === 0) return url;

  const { path, fragment } = partsOf(typed);
  return `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${fragment}`;
}

/**
 * The destinations of a split test, of which those without any of these parameters get those of the
 * first.
 */
export function withUtmOfFirst(urls: readonly string[]): string[] {
  const [first = ''] = urls;
  return urls.map((url) => (hasUtm(url) ? url : withUtm(url, utmOf(first))));
}

/** A change of the parameters of a split test's first destination. */
type Change = { readonly before: Utm; readonly wanted: Partial<Utm> };

/**
 * Another destination after that change. It follows where it had the value of the first. Without any
 * parameter it gets all those of the first.
 */
export function followingUtm(url: string, { before, wanted }: Change): string {
  if (!hasUtm(url)) return withUtm(url, { ...before, ...wanted });
  const own = utmOf(url);
  const followed = utmNames.filter((name) => own[name] === before[name]);
  return withUtm(
    url,
    Object.fromEntries(followed.map((name) => [name, wanted[name] ?? own[name]])),
  );
}

/**
 * Returns a function that gives these destinations the parameters again that they have now. Blank
 * destinations, and those that were added after them, stay as they are.
 */
export function keptUtm(urls: readonly string[]) {
  const kept = urls.map(utmOf);
  return (changed: readonly string[]): string[] =>
    changed.map((url, place) => (url.trim() === '' ? url : withUtm(url, kept[place] ?? {})));
}

/** Whether the address has one of these parameters. */
function hasUtm(url: string): boolean {
  return Object.values(utmOf(url)).some((value) => value !== '');
}

function withPair(pairs: readonly string[], name: UtmName, value: string): readonly string[] {
  const first = pairs.findIndex((pair) => nameOf(pair) === name);
  const pair = `${name}=${encodeURIComponent(value.toWellFormed())}`;
  if (first === -1) return value === '' ? pairs : [...pairs, pair];
  return pairs.flatMap((each, index) => {
    if (nameOf(each) !== name) return [each];
    return index === first && value !== '' ? [pair] : [];
  });
}

/** `path` is everything before the query, and `fragment` begins with its `#`. */
function partsOf(url: string) {
  const [, path = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const pairs: readonly string[] = query === '' ? [] : query.split('&');
  return { path, pairs, fragment };
}

function nameOf(pair: string): string {
  return decoded(pair.split('=', 1)[0] ?? '');
}

/** Text without valid percent-encoding is returned unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
