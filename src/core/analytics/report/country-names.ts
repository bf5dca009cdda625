const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second));

/** The ISO 3166 codes of countries whose English name contains the text, without case. */
export function countriesNamed(text: string): readonly string[] {
  const wanted = text.toLowerCase();
  return codes.filter((code) => names.of(code)?.toLowerCase().includes(wanted));
}
