import { languageTag } from '#core/shared/language-tag';
import { recentMap } from '#core/shared/recent-map';

const range = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-[\w-]*)?$/i;
/** Limit of ranges that are read: more than a browser sends. */
const readRanges = 20;

const remembered = 1000;
const known = recentMap<string, string>(remembered);

/**
 * The language that a visitor prefers, by `Accept-Language` (RFC 9110 section 12.5.4): the one with
 * the highest weight; the first one when several have it. For example `de` or `pt-BR`, with current
 * codes; empty when the header has none. Recent headers are cached.
 */
export function preferredLanguage(header: string): string {
  const before = known.get(header);
  if (before !== undefined) return before;
  const language = readLanguage(header);
  known.set(header, language);
  return language;
}

function readLanguage(header: string): string {
  let best = { language: '', weight: 0 };
  for (const part of header.split(',', readRanges)) {
    const [tag = '', ...parameters] = part.trim().split(';');
    const [, language, country] = range.exec(tag.trim()) ?? [];
    const weight = weightIn(parameters);
    if (language === undefined || weight <= best.weight) continue;
    best = { language: languageTag(language, country), weight };
  }
  return best.language;
}

function weightIn(parameters: readonly string[]): number {
  const text = parameters.map((one) => one.trim()).find((one) => /^q=/i.test(one));
  const weight = text === undefined ? 1 : Number(text.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
