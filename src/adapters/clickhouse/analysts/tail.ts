import { nameOf, type Token } from './lexer.ts';

/** A canonical statement without its last clauses, and what they said. */
export type Trimmed = {
  readonly text: string;
  readonly format: string | null;
  readonly settings: ReadonlyMap<string, string>;
};

/** Takes FORMAT and SETTINGS off the end of a canonical statement, in either order. */
export function withoutTail(text: string, tokens: readonly Token[]): Trimmed {
  const settings = new Map<string, string>();
  let format: string | null = null;
  let rest = tokens;
  for (;;) {
    const [keyword, name] = rest.slice(-2);
    if (format === null && isWord(keyword, 'FORMAT') && name !== undefined) {
      format = nameOf(name) ?? name.text;
      rest = rest.slice(0, -2);
      continue;
    }
    const at = rest.findLastIndex((token) => isWord(token, 'SETTINGS'));
    const read = at > 0 ? readSettings(rest.slice(at + 1)) : null;
    if (read === null) break;
    for (const [key, value] of read) settings.set(key, value);
    rest = rest.slice(0, at);
  }
  const last = rest.at(-1);
  return { text: text.slice(0, last ? last.at + last.text.length : 0), format, settings };
}

/** `a = 1, b = 'x'` as pairs; null when the tokens are anything else. */
function readSettings(tokens: readonly Token[]): Map<string, string> | null {
  const settings = new Map<string, string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const name = nameOf(tokens[at]);
    if (name === null || tokens[at + 1]?.text !== '=') return null;
    const isNegative = tokens[at + 2]?.text === '-';
    const value = tokens[at + (isNegative ? 3 : 2)];
    const text = value && literalOf(value);
    if (text === null || text === undefined) return null;
    settings.set(name, isNegative ? `-${text}` : text);
    at += isNegative ? 4 : 3;
    if (at < tokens.length && tokens[at]?.text !== ',') return null;
  }
  return settings.size > 0 ? settings : null;
}

function literalOf({ kind, text }: Token): string | null {
  if (kind === 'number' || kind === 'word') return text;
  return kind === 'text' ? text.slice(1, -1).replace(/\\([\s\S])/g, '$1') : null;
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}
