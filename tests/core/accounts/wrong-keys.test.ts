import { expect, test } from 'bun:test';
import { limitWrongKeys, mostRemembered, mostWrongKeys } from '#core/accounts/wrong-keys';
import { minuteMs } from '#core/shared/time';
import { keyHolder } from '#tests/support/builders/people';

const at = new Date(Date.UTC(2026, 5, 1));
const refused = { code: 'too_many_requests', retryAfterSeconds: 60 };

/** Finds the keys in `right`, one network or another asking, and counts the queries. */
function finding(...right: string[]) {
  const found = new Set(right);
  const queries: string[] = [];
  const from = limitWrongKeys(async (digest) => {
    queries.push(digest);
    if (digest === 'broken') throw new Error('The database is away');
    return found.has(digest)
      ? keyHolder(digest, [])
      : digest.startsWith('ended')
        ? 'expired'
        : null;
  });
  const ask = (network: string, digest: string, when = at) => from(network)(digest, when);
  const sendWrong = async (network: string, count: number) => {
    for (let n = 0; n < count; n += 1) await ask(network, `${n % 2 === 0 ? 'none' : 'ended'} ${n}`);
  };
  return { found, queries, ask, sendWrong };
}

test('a network that has sent too many wrong keys is refused without a query, for a minute', async () => {
  const { queries, ask, sendWrong } = finding('good');
  await sendWrong('one', mostWrongKeys);

  await expect(ask('one', 'another')).rejects.toMatchObject(refused);
  await expect(ask('one', 'good')).rejects.toMatchObject(refused);

  expect(queries).toHaveLength(mostWrongKeys);
  expect(await ask('two', 'another')).toBeNull();
  expect(await ask('one', 'good', new Date(at.getTime() + minuteMs))).toMatchObject({
    user: { id: 'good' },
  });
});

test('a key that was right before is found, whatever its neighbours send, until it is wrong', async () => {
  const { found, ask, sendWrong } = finding('good');
  await ask('one', 'good');
  await sendWrong('one', mostWrongKeys);

  expect(await ask('one', 'good')).not.toBeNull();
  found.clear();
  expect(await ask('one', 'good')).toBeNull();
  await expect(ask('one', 'good')).rejects.toMatchObject(refused);
});

test('right keys and an outage of the database do not count', async () => {
  const right = Array.from({ length: mostWrongKeys + 1 }, (_, n) => `good ${n}`);
  const { ask, queries } = finding(...right);

  for (const key of right) expect(await ask('one', key)).not.toBeNull();
  for (const _ of right) await expect(ask('one', 'broken')).rejects.toThrow('away');

  expect(queries).toHaveLength(2 * right.length);
});

test('many new keys at once are no more than the limit, and one key at once is one query', async () => {
  const { queries, ask } = finding('good');
  const many = Array.from({ length: 3 * mostWrongKeys }, (_, n) => n);

  const same = await Promise.all(many.map(() => ask('one', 'good')));
  await Promise.allSettled(many.map((n) => ask('two', `none ${n}`)));

  expect(same.every((holder) => holder !== null)).toBe(true);
  expect(queries).toHaveLength(1 + mostWrongKeys);
});

test('a wrong key that two networks send at the same time counts for both', async () => {
  const { queries, ask } = finding();
  const keys = Array.from({ length: mostWrongKeys }, (_, n) => `none ${n}`);

  await Promise.all(keys.flatMap((key) => [ask('one', key), ask('two', key)]));

  await expect(ask('one', 'another')).rejects.toMatchObject(refused);
  await expect(ask('two', 'another')).rejects.toMatchObject(refused);
  expect(queries).toHaveLength(2 * mostWrongKeys);
});

test('a right key is known after the wrong keys of many networks', async () => {
  const { ask, sendWrong } = finding('good');
  await ask('one', 'good');
  // More keys than are remembered at most.
  for (let n = 0; n * mostWrongKeys <= 2 * mostRemembered; n += 1) {
    for (let key = 0; key < mostWrongKeys; key += 1) await ask(`other ${n}`, `none ${n} ${key}`);
  }
  await sendWrong('one', mostWrongKeys);

  expect(await ask('one', 'good')).not.toBeNull();
});
