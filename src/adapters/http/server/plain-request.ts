/** The headers that decide how a request is taken, or say something of its visitor. */
const noHeaders = {
  connection: null,
  'content-length': null,
  cookie: null,
  dnt: null,
  expect: null,
  host: null,
  purpose: null,
  referer: null,
  'sec-gpc': null,
  'sec-purpose': null,
  'transfer-encoding': null,
  upgrade: null,
  'user-agent': null,
  'x-forwarded-for': null,
  'x-moz': null,
};

type ReadName = keyof typeof noHeaders;
type Fields = Record<ReadName, string | null>;

/** A whole request that leaves no doubt where it ends. */
export type PlainRequest = {
  /** In bytes, its body included. */
  readonly length: number;
  readonly method: string;
  /** What follows the path's first slash, as it stands. */
  readonly name: string;
  /** Without its question mark. */
  readonly query: string;
  readonly hasBody: boolean;
  /** The connection ends with the answer. */
  readonly isLast: boolean;
  /** Without blanks around it; null: the request has no such header. */
  readonly headers: { get(name: ReadName): string | null };
};

/** As much of a request as is looked at, in bytes. */
const longest = 16_384;
const nameSpan = 32;
/**
 * RFC 9112's grammar without its exceptions: no folded lines, no blanks before a colon, no line
 * ends but CR LF, nothing but ASCII, and in the address nothing that would have to be rewritten.
 */
const head =
  /^[A-Z]{3,7} \/[!$%&(-;=?-Z_a-z~]* HTTP\/1\.[01]\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t -~]*\r\n)+\r\n/;
const beginning = /^[A-Z]{1,7}(?: (?:\/(?:[\t -~]|\r\n)*\r?)?)?$/;
const [tab, carriageReturn, space] = [0x09, 0x0d, 0x20];
const lowerCase = 0x20;

const isReadName = (name: string): name is ReadName => Object.hasOwn(noHeaders, name);
const readNames = Object.keys(noHeaders).filter(isReadName);
const namesByLength = Array.from({ length: nameSpan }, (_, length) =>
  readNames.filter((name) => name.length === length),
);

/**
 * Reads the request that bytes begin with, if it is there whole and written as every browser and
 * proxy writes it; null for anything else, which is not to say that it is wrong.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | null {
  const text = bytes.toString('latin1', 0, longest);
  if (!head.test(text)) return null;
  const lineEnd = text.indexOf('\r\n');
  const fields = readFields(text, lineEnd + 2);
  if (fields === null) return null;
  const isModern = text.charCodeAt(lineEnd - 1) === 0x31;
  const bodyLength = bodyLengthOf(fields);
  if (bodyLength === null || !endsAsSaid(fields.connection, isModern)) return null;
  const length = text.indexOf('\r\n\r\n', lineEnd) + 4 + bodyLength;
  if (length > text.length) return null;

  const targetStart = text.indexOf(' ') + 2;
  const targetEnd = lineEnd - ' HTTP/1.1'.length;
  const mark = text.indexOf('?', targetStart);
  const pathEnd = mark < 0 || mark > targetEnd ? targetEnd : mark;
  return {
    length,
    method: text.slice(0, targetStart - 2),
    name: text.slice(targetStart, pathEnd),
    query: text.slice(Math.min(pathEnd + 1, targetEnd), targetEnd),
    hasBody: bodyLength > 0,
    isLast: fields.connection?.toLowerCase() === 'close',
    headers: { get: (name) => fields[name] },
  };
}

/** Whether bytes that are no plain request yet are the beginning of a head, which may become one. */
export function mayBecomePlain(bytes: Buffer): boolean {
  if (bytes.length >= longest) return false;
  const text = bytes.toString('latin1');
  return beginning.test(text) && !text.includes('\r\n\r\n');
}

/** Null when one of them comes twice, or the host not at all. */
function readFields(text: string, from: number): Fields | null {
  const fields: Fields = { ...noHeaders };
  for (let at = from; text.charCodeAt(at) !== carriageReturn;) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r\n', colon);
    const name = nameAt(text, at, colon);
    if (name !== null) {
      if (fields[name] !== null) return null;
      fields[name] = trimmed(text, colon + 1, end);
    }
    at = end + 2;
  }
  return fields.host === null || fields.host === '' ? null : fields;
}

function nameAt(text: string, from: number, to: number): ReadName | null {
  const names = namesByLength[to - from];
  if (names === undefined) return null;
  for (const name of names) if (isAt(text, from, name)) return name;
  return null;
}

/** In any case. `name` is in lower case, of letters and hyphens alone, whose bit is set already. */
function isAt(text: string, from: number, name: string): boolean {
  for (let at = 0; at < name.length; at += 1) {
    if ((text.charCodeAt(from + at) | lowerCase) !== name.charCodeAt(at)) return false;
  }
  return true;
}

function trimmed(text: string, from: number, to: number): string {
  let [start, end] = [from, to];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** Null for what changes the protocol, or puts the body's end where only reading it tells. */
function bodyLengthOf(fields: Fields): number | null {
  if (fields['transfer-encoding'] !== null || fields.upgrade !== null || fields.expect !== null) {
    return null;
  }
  const said = fields['content-length'];
  if (said === null) return 0;
  return /^(?:0|[1-9]\d{0,5})$/.test(said) ? Number(said) : null;
}

/** HTTP/1.0 keeps a connection only when asked, in a way that is not worth reading. */
function endsAsSaid(connection: string | null, isModern: boolean): boolean {
  if (connection === null) return isModern;
  const said = connection.toLowerCase();
  return said === 'close' || (isModern && said === 'keep-alive');
}
