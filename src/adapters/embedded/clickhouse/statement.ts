/** Properties of a statement's text that decide how it is run. The text itself is not changed. */
export interface StatementShape {
  /** The first word in capitals, '' for an empty text. */
  readonly verb: string;
  /** The result's format; for an INSERT, the format of the rows after the text. */
  readonly format: FormatClause | undefined;
  /** Whether a second statement follows the first. */
  readonly isStacked: boolean;
  /**
   * Whether a SETTINGS clause may stand anywhere. The engine checks the outermost one against
   * `readonly` and applies those of subqueries unchecked.
   */
  readonly hasSettings: boolean;
  /**
   * Whether the text has only words, quotes in ASCII, spaces and ASCII marks. The engine knows
   * more: quotes of Unicode, heredocs, names with `$`, comments. For these, this parser and the
   * engine's could differ. Analysts' statements are in the engine's own canonical form, which needs
   * none of them.
   */
  readonly isPlain: boolean;
  /** A construct that accesses the server's files, or that the engine would run wrongly. */
  readonly refused: string | undefined;
}

/** Offsets into the text: the beginning of the clause, and the end of its format's name. */
export interface FormatClause {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

interface Token {
  readonly text: string;
  readonly at: number;
  readonly isWord: boolean;
  /** The text in capitals and without identifier quotes, for comparisons. */
  readonly key: string;
}

/**
 * Parses a statement up to its data: rows after an INSERT's FORMAT are never parsed.
 * @param text SQL; bytes of unknown encoding decoded as latin1, so that offsets count bytes
 */
export function readStatement(text: string): StatementShape {
  const tokens: Token[] = [];
  let format: FormatClause | undefined;
  for (const token of eachToken(text)) {
    tokens.push(token);
    if (tokens[0]?.key === 'INSERT') format = insertFormat(tokens);
    if (format !== undefined) break;
  }
  const end = tokens.findIndex((token) => token.text === ';');
  const first = end === -1 ? tokens : tokens.slice(0, end);
  const verb = first.find((token) => token.isWord)?.key ?? '';
  return {
    verb,
    format: verb === 'INSERT' ? format : lastFormat(first),
    isStacked: end !== -1 && tokens.slice(end).some((token) => token.text !== ';'),
    hasSettings: tokens.some(
      ({ key, isWord }, at) => isWord && key === 'SETTINGS' && tokens[at - 1]?.text !== '.',
    ),
    isPlain: isPlain(text, tokens),
    refused: refusedConstruct(first, verb),
  };
}

/** Every character belongs to a word, a quote, a mark or the spaces between them. */
function isPlain(text: string, tokens: readonly Token[]): boolean {
  let at = 0;
  for (const token of tokens) {
    if (text.slice(at, token.at).trim() !== '') return false;
    if (!token.isWord && !PLAIN.test(token.text)) return false;
    at = token.at + token.text.length;
  }
  return text.slice(at).trim() === '';
}

/**
 * A quote that is closed, or one mark. `#` and `;` are excluded: a canonical statement has neither
 * comments nor a second statement.
 */
const PLAIN = /^(?:(["'`])[\s\S]*\1|[!%&()*+,\-./0-9:<=>?@[\]^{|}~])$/;

const BLANK = /\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const WORD = /[A-Za-z_]\w*/y;
const QUOTED =
  /'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'|"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"|`[^`\\]*(?:(?:\\[\s\S]|``)[^`\\]*)*`|\$(\w*)\$[\s\S]*?\$\1\$/y;

function* eachToken(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    at = afterBlanks(text, at);
    const word = matchAt(WORD, text, at);
    const token = word ?? matchAt(QUOTED, text, at) ?? text.charAt(at);
    if (token === '') return;
    const key = /^["`]/.test(token) ? token.slice(1, -1) : token;
    yield { text: token, at, isWord: word !== undefined, key: key.toUpperCase() };
    at += token.length;
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const blank = matchAt(BLANK, text, at);
    if (blank === undefined) return at;
    at += blank.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The format of an INSERT ends the text to parse, unless a SELECT provides the rows. */
function insertFormat(tokens: readonly Token[]): FormatClause | undefined {
  const clause = clauseAt(tokens, tokens.length - 2);
  const isData =
    clause !== undefined && !tokens.some((token) => token.isWord && token.key === 'SELECT');
  return isData ? clause : undefined;
}

/** In other statements FORMAT is last, followed only by SETTINGS or INTO. */
function lastFormat(tokens: readonly Token[]): FormatClause | undefined {
  for (let index = tokens.length - 2; index > 0; index -= 1) {
    const clause = clauseAt(tokens, index);
    if (clause === undefined) continue;
    const follower = tokens[index + 2]?.key;
    return follower === undefined || follower === 'SETTINGS' || follower === 'INTO'
      ? clause
      : undefined;
  }
  return undefined;
}

function clauseAt(tokens: readonly Token[], index: number): FormatClause | undefined {
  const keyword = tokens[index];
  const name = tokens[index + 1];
  if (keyword?.isWord !== true || keyword.key !== 'FORMAT' || name?.isWord !== true)
    return undefined;
  return { name: name.text, at: keyword.at, end: name.at + name.text.length };
}

/**
 * APPLY takes the name of a function, for example `file`, without a call. sqlite() creates its file
 * before the engine checks the grant.
 */
const REFUSED_PAIRS = new Set([
  ...['INTO OUTFILE', 'FROM INFILE', 'FILE (', 'SQLITE ('],
  ...['APPLY (', 'APPLY FILE'],
]);
/** Their File() is restricted to one folder by the configuration. */
const BACKUP_VERBS = new Set(['BACKUP', 'RESTORE']);

function refusedConstruct(tokens: readonly Token[], verb: string): string | undefined {
  if (BACKUP_VERBS.has(verb)) return undefined;
  for (const [index, token] of tokens.entries()) {
    if (isEscapedFunction(tokens, index)) return 'an escaped name of a function';
    const pair = `${token.key} ${tokens[index + 1]?.key ?? ''}`;
    if (REFUSED_PAIRS.has(pair)) return pair;
    // The engine treats input() as an empty source and silently loses the rows.
    if (verb === 'INSERT' && pair === 'INPUT (') return pair;
  }
  return undefined;
}

/** The engine reads `\x66ile` as the name file. So a name that is called must not have escapes. */
function isEscapedFunction(tokens: readonly Token[], index: number): boolean {
  const { text = '' } = tokens[index] ?? {};
  const isEscaped = /^["`]/.test(text) && text.includes('\\');
  return isEscaped && (tokens[index + 1]?.text === '(' || tokens[index - 1]?.key === 'APPLY');
}
