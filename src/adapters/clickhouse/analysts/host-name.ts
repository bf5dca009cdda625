import type { Token } from './lexer.ts';

/** What clients get as the name of the host, which has none here. */
export const hostName = 'Waypost';

/** A canonical statement in which `hostName()` is a text under that name. */
export function withHostName(text: string, tokens: readonly Token[]): string {
  let answer = '';
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    const [before, open, close] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
    const isName = token.kind === 'word' && /^hostname$/i.test(token.text) && before?.text !== '.';
    if (!isName || open?.text !== '(' || close?.text !== ')') continue;
    answer += `${text.slice(from, token.at)}('${hostName}' AS \`${token.text}()\`)`;
    from = close.at + 1;
  }
  return answer + text.slice(from);
}
