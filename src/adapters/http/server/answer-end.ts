/** What the bytes of an answer, given as they come, say of its end. */
export type AnswerEnd = (bytes: Buffer) => 'more' | 'ended' | 'unclear';

const noContent = new Set([204, 304]);

/**
 * Watches the answer to one request of `method` for its last byte. Only a length that is said is
 * believed: what is sent in chunks, or ends with the connection, is unclear. Not to be asked again
 * once it has said anything but 'more'.
 */
export function answerEnd(method: string): AnswerEnd {
  /** Null until the head has been read. */
  let bytesLeft: number | null = null;

  return (bytes) => {
    bytesLeft = bytesLeft === null ? wholeLength(bytes, method) : bytesLeft;
    if (bytesLeft === null) return 'unclear';
    bytesLeft -= bytes.length;
    if (bytesLeft < 0) return 'unclear';
    return bytesLeft === 0 ? 'ended' : 'more';
  };
}

/** Of head and body together, from an answer's first bytes; null: they do not say it. */
function wholeLength(bytes: Buffer, method: string): number | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end + 2).toLowerCase();
  const status = Number(head.slice('http/1.1 '.length, 'http/1.1 200'.length));
  if (!(status >= 200) || head.includes('\r\nconnection: close')) return null;

  const headLength = end + 4;
  if (method === 'HEAD' || noContent.has(status)) return headLength;
  const [, said] = /\r\ncontent-length: (\d{1,15})\r\n/.exec(head) ?? [];
  return said === undefined ? null : headLength + Number(said);
}
