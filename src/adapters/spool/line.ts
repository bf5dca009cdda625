import { crc32 } from 'node:zlib';
import type { RawVisit, VisitClass } from '#core/redirect/raw-visit';

/**
 * The result of decoding one line of a spool file. A corrupt line has a wrong checksum or format.
 */
export type DecodedLine =
  { readonly kind: 'visit'; readonly visit: RawVisit } | { readonly kind: 'corrupt' };

/** First field of every line: its content, and the version of its format. */
const clickVersion1 = 'c1';
/** Fields that every line has, without the checksum. */
const fieldCount = 16;
/** Marks a field that a line has only when its value is not the usual one. */
const ruleTag = 'r';
const letterOf: Record<VisitClass, string> = { human: 'h', bot: 'b', prefetch: 'p' };
const corrupt: DecodedLine = { kind: 'corrupt' };
// oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
const controls = /[\u0000-\u001f\u007f]/g;
// oxlint-disable-next-line no-control-regex -- as above
const anyControl = /[\u0000-\u001f\u007f]/;

/**
 * One visit as one line, including the newline: tab-separated fields, the last being the CRC32
 * (hex) of everything before its tab in UTF-8. A visitor's data cannot break the format: control
 * characters become spaces and lone surrogates U+FFFD. After the fields that every line has come
 * optional ones, each with a letter that names it; older lines have none.
 */
export function encodeVisit(visit: RawVisit): string {
  const body = `${clickVersion1}\t${visit.clickId}\t${visit.atMs}\t${visit.linkId}\t${visit.linkNumber}\t${visit.userId}\t${letterOf[visit.class]}\t${visit.splitVersion}\t${visit.variant}\t${visit.position}\t${visit.isAnonymous ? 1 : 0}\t${clean(visit.address)}\t${clean(visit.userAgent)}\t${clean(visit.referrer)}\t${clean(visit.query)}\t${clean(visit.visitorCookie)}${visit.rule === 0 ? '' : `\t${ruleTag}${visit.rule}`}`;
  return `${body}\t${crc32(body).toString(16)}\n`;
}

/** The visit of a line without its newline. A line of another version counts as corrupt. */
export function decodeLine(line: string): DecodedLine {
  const frame = line.lastIndexOf('\t');
  if (frame < 0) return corrupt;
  const body = line.slice(0, frame);
  if (line.slice(frame + 1) !== crc32(body).toString(16)) return corrupt;

  const fields = body.split('\t');
  if (fields[0] !== clickVersion1 || fields.length < fieldCount) return corrupt;
  const visitClass = classOf(fields[6]);
  if (visitClass === null) return corrupt;
  const text = (index: number): string => fields[index] ?? '';
  const visit: RawVisit = {
    clickId: text(1),
    atMs: Number(text(2)),
    linkId: text(3),
    linkNumber: Number(text(4)),
    userId: text(5),
    class: visitClass,
    splitVersion: Number(text(7)),
    variant: Number(text(8)),
    position: Number(text(9)),
    rule: Number(taggedValue(fields.slice(fieldCount), ruleTag) ?? 0),
    isAnonymous: text(10) === '1',
    address: text(11),
    userAgent: text(12),
    referrer: text(13),
    query: text(14),
    visitorCookie: text(15),
  };
  return hasWholeNumbers(visit) ? { kind: 'visit', visit } : corrupt;
}

function hasWholeNumbers(visit: RawVisit): boolean {
  return (
    Number.isSafeInteger(visit.atMs) &&
    Number.isSafeInteger(visit.linkNumber) &&
    Number.isSafeInteger(visit.splitVersion) &&
    Number.isSafeInteger(visit.variant) &&
    Number.isSafeInteger(visit.position) &&
    Number.isSafeInteger(visit.rule)
  );
}

/** The value of the optional field that begins with this tag; undefined: the line has none. */
export function taggedValue(optional: readonly string[], tag: string): string | undefined {
  return optional.find((field) => field.startsWith(tag))?.slice(tag.length);
}

/**
 * Text that cannot break a line: control characters become spaces, lone surrogates are replaced.
 */
export function clean(text: string): string {
  if (text === '') return text;
  const oneLine = anyControl.test(text) ? text.replace(controls, ' ') : text;
  return oneLine.isWellFormed() ? oneLine : oneLine.toWellFormed();
}

function classOf(letter: string | undefined): VisitClass | null {
  switch (letter) {
    case 'h':
      return 'human';
    case 'b':
      return 'bot';
    case 'p':
      return 'prefetch';
    default:
      return null;
  }
}
