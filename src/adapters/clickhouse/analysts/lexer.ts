/**
 * One token of a canonical statement. `quoted` is an identifier in quotes, `text` a string literal,
 * `parameter` a `{name:Type}`.
 */
export type Token = {
  readonly kind: 'word' | 'quoted' | 'text' | 'number' | 'parameter' | 'mark';
  /** The token's text in the statement, with its quotes. */
  readonly text: string;
  readonly at: number;
};

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['word', /[A-Za-z_]\w*/y],
  ['number', /\d[\w.]*/y],
  ['text', /'(?:[^'\\]|\\[\s\S])*'/y],
  ['quoted', /`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\]|\\[\s\S])*"/y],
  ['parameter', /\{[A-Za-z_]\w*:[^{}]*\}/y],
  ['mark', /[()[\],.+\-*/%=<>!|?:]/y],
];

const blank = / +/y;

/**
 * The tokens of a statement in the engine's canonical form; null when it contains anything that
 * the canonical form of a SELECT does not need, such as comments, semicolons and control characters.
 */
export function tokensOf(statement: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < statement.length) {
    const skipped = matchAt(blank, statement, at);
    if (skipped !== null) {
      at += skipped.length;
      continue;
    }
    const token = tokenAt(statement, at);
    if (token === null) return null;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

/** The name that a word or a quoted identifier stands for; null for other tokens. */
export function nameOf(token: Token | undefined): string | null {
  if (token?.kind === 'word') return token.text;
  if (token?.kind !== 'quoted') return null;
  return token.text.slice(1, -1).replace(/\\([\s\S])/g, '$1');
}

function tokenAt(statement: string, at: number): Token | null {
  for (const [kind, pattern] of patterns) {
    const text = matchAt(pattern, statement, at);
    if (text !== null) return { kind, text, at };
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
