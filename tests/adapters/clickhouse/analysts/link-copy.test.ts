import { expect, test } from 'bun:test';
import { copyTests } from '#adapters/clickhouse/analysts/link-copy';

type Given = Parameters<typeof copyTests>;

test('an account with many rows is copied by several statements, each row once', async () => {
  const sent: number[] = [];
  const received: unknown[] = [];
  const insert = async ({ values }: { readonly values: AsyncIterable<{ test_id: unknown }> }) => {
    const before = received.length;
    for await (const row of values) received.push(row.test_id);
    sent.push(received.length - before);
  };
  const ids = Array.from({ length: 6001 }, (_, index) => `${index}`);
  const records = async function* () {
    for (const id of ids) yield { id, destinations: [], shares: [] };
  };

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that the copy reads
  const given = [{ insert }, 'me', records()] as unknown as Given;
  const copied = await copyTests(...given);

  expect(sent).toEqual([3000, 3000, 1]);
  expect(received).toEqual(ids);
  expect([...copied]).toEqual(ids);
});
