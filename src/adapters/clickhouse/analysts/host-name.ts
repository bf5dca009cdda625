import type { Token } from './lexer.ts';

/** The host name that clients get. The server's real name is not shown. */
export const hostName = 'Waypost';

/** Replaces `hostName()` in a canonical statement by a text with the same column name. */
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
