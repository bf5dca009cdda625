/** What a statement's text says about how to run it. Nothing here changes the text. */
export interface StatementShape {
  /** First word in capitals, '' for an empty text. */
  readonly verb: string;
  /** The result's format; in an INSERT, the format of the rows that follow the text. */
  readonly format: FormatClause | undefined;
  /** A second statement follows the first. */
  readonly isStacked: boolean;
  /** A construct that reaches the server's files, or that the engine would run wrongly. */
  readonly refused: string | undefined;
}

/** Offsets are into the text: where the clause begins, and where its format's name ends. */
export interface FormatClause {
  readonly name: string;
  readonly at: number;
  readonly end: number;
}

interface Token {
  readonly text: string;
  readonly at: number;
  readonly isWord: boolean;
  /** The text in capitals and without identifier quotes, to compare with. */
  readonly key: string;
}

/**
 * Reads a statement as far as its data: rows after an INSERT's FORMAT are never looked at.
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
    refused: refusedConstruct(first, verb),
  };
}

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

/** An INSERT's format ends the text that may be read, unless a SELECT brings the rows. */
function insertFormat(tokens: readonly Token[]): FormatClause | undefined {
  const clause = clauseAt(tokens, tokens.length - 2);
  const isData =
    clause !== undefined && !tokens.some((token) => token.isWord && token.key === 'SELECT');
  return isData ? clause : undefined;
}

/** Elsewhere FORMAT stands last, with nothing but SETTINGS or INTO behind it. */
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

const REFUSED_PAIRS = new Set(['INTO OUTFILE', 'FROM INFILE', 'FILE (']);
/** Their File() lies in the one folder that the configuration allows. */
const BACKUP_VERBS = new Set(['BACKUP', 'RESTORE']);

function refusedConstruct(tokens: readonly Token[], verb: string): string | undefined {
  if (BACKUP_VERBS.has(verb)) return undefined;
  for (const [index, token] of tokens.entries()) {
    const pair = `${token.key} ${tokens[index + 1]?.key ?? ''}`;
    if (REFUSED_PAIRS.has(pair)) return pair;
    // The engine takes input() for an empty source and loses the rows without a word.
    if (verb === 'INSERT' && pair === 'INPUT (') return pair;
  }
  return undefined;
}
