import type { Statement, StatementResult } from '#core/analytics/sql/statement';

/**
 * The first statement of clickhouse-go (Grafana's plugin), which reads the result with its own
 * revision.
 */
const question = /^\s*SELECT displayName\(\), version\(\), revision\(\), timezone\(\)\s*$/;

/** Since this revision a column of a Native block has a flag for its serialization. */
const flagRevision = 54_454;

/**
 * The answer to clickhouse-go's first question in the form of its revision, when it names one. From
 * then on the client uses the revision in the answer, which is 0, like all other results here.
 */
export async function inAskedRevision(
  request: Request,
  { query }: Statement,
  result: StatementResult,
): Promise<StatementResult> {
  const revision = Number(new URL(request.url).searchParams.get('client_protocol_version') ?? 0);
  if (!(revision >= flagRevision) || result.format !== 'Native' || !question.test(query)) {
    return result;
  }
  const plain = Buffer.from(await new Response(result.body).arrayBuffer());
  const bytes = new Uint8Array(withRevision(plain));
  return { ...result, bytes: bytes.length, body: new Blob([bytes]).stream() };
}

/** Block info: field 1, no overflow; field 2, no bucket (-1); the end. */
const blockInfo = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0]);
const usualSerialization = Buffer.from([0]);

/** A Native block of revision 0 with one row of String and UInt32 columns, shorter than 128 bytes each. */
function withRevision(block: Buffer): Buffer {
  const parts = [blockInfo, block.subarray(0, 2)];
  let at = 2;
  const past = (from: number) => from + 1 + (block[from] ?? 0);
  while (at < block.length) {
    const typeAt = past(at);
    const dataAt = past(typeAt);
    const isText = block.toString('latin1', typeAt + 1, dataAt) === 'String';
    const end = isText ? past(dataAt) : dataAt + 4;
    parts.push(block.subarray(at, dataAt), usualSerialization, block.subarray(dataAt, end));
    at = end;
  }
  return Buffer.concat(parts);
}
