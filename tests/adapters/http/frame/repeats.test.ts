import { expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted, on } from '#adapters/http/frame/on';
import { answerOnce } from '#adapters/http/frame/repeats';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { runStatement } from '#contract/analytics/sql';
import { rotatePostback } from '#contract/conversions/tracking';
import { uploadCosts } from '#contract/analytics/costs';
import { addFolder, addTag, changeTag } from '#contract/links/labels';
import { createLinks } from '#contract/links/links';
import { readNotices } from '#contract/notices';
import { Refusal } from '#core/shared/refusal';
import { until } from '#tests/support/until';
import { keptRepeats } from '#tests/support/memory/idempotent-calls';
import { appUrl, type Call, call, memoryLog } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { owner } from '#tests/support/worlds/links/link-world';

const tag = {
  id: '0192f0c1-7e1a-7000-8000-00000000000f',
  name: 'Tag',
  color: 'red',
  links: 0,
} as const;

/** One file at once, for which nobody waits. */
const oneFile = { perKey: 1, total: 1, waitMs: 0, waitingPerKey: 0, waiting: 0 };

function start() {
  const { people, session } = peopleByCookie();
  const [ada, bob] = [owner(), owner()];
  for (const person of [ada, bob]) people.set(person.id, person);
  const made: string[] = [];
  const audited: number[] = [];
  const audit = {
    start: () => {},
    end: ({ status }: { status: number }) => void audited.push(status),
  };
  const clock = { now: () => 0 };
  const uploads = heavyAnswers(oneFile);
  const repeats = keptRepeats({ clock, newId: () => Bun.randomUUIDv7() }, uploads);
  const routes = [
    on(addTag, async ({ body: { name }, chosenId }) => {
      if (name === 'taken') throw new Refusal('conflict', 'Taken');
      made.push(name);
      return { ...tag, ...(chosenId && { id: chosenId }), name };
    }),
    on(addFolder, async ({ body: { name } }) => {
      made.push(name);
      return { id: tag.id, name, links: 0 };
    }),
    on(changeTag, async () => {
      made.push('changed');
      return tag;
    }),
    on(uploadCosts, async () => {
      made.push('costs');
      return { added: 1 };
    }),
    on(readNotices, async () => {
      made.push('read');
    }),
    on(runStatement, async () => new Response('1\n', { headers: { 'content-type': 'text/csv' } })),
    on(rotatePostback, async () => ({ url: 'https://example.com/', secret: 'secret' })),
  ];
  const app = frame({ appUrl, log: memoryLog(), isOutage: () => false, audit }).use(
    mounted({ session, repeats }, routes),
  );
  const ask = (path: string, key: string | null, more: Call = {}, person = ada.id) =>
    call(app, path, {
      cookie: person,
      method: 'POST',
      ...more,
      headers: { ...more.headers, ...(key !== null && { 'idempotency-key': key }) },
    });
  return { ask, made, audited, bob: bob.id, uploads };
}

const tags = '/api/v1/tags';
const [one, other] = [1, 2].map((n) => `${tags}/0192f0c1-7e1a-7000-8000-00000000000${n}`);

test('[idempotency-keys] equal calls of one account with one key have one effect and one answer', async () => {
  const { ask, made, bob } = start();
  const json = { name: 'One' };

  const first = await ask(tags, 'k', { json });
  const again = await ask(tags, '"k"', { json });
  const theirs = await ask(tags, 'k', { json }, bob);
  const without = await ask(tags, null, { json });

  expect([first.status, again.status, theirs.status, without.status]).toEqual([201, 201, 201, 201]);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  expect(await without.json()).toEqual({ ...tag, name: 'One' });
  expect(made).toEqual(['One', 'One', 'One']);
});

test('[idempotency-keys] a key belongs to one request: its route, its address and its body', async () => {
  const { ask, made } = start();
  const change = { method: 'PATCH', json: { name: 'New' } };
  await ask(one ?? '', 'k', change);

  const elsewhere = await ask(tags, 'k', { json: { name: 'New' } });
  const another = await ask(other ?? '', 'k', change);
  const same = await ask(one ?? '', 'k', change);

  expect([elsewhere.status, another.status, same.status]).toEqual([422, 422, 200]);
  expect((await elsewhere.json()).code).toBe('idempotency_mismatch');
  expect(made).toEqual(['changed']);

  const json = { name: 'Spring' };
  const asTag = await ask(tags, 'another', { json });
  const asFolder = await ask('/api/v1/folders', 'another', { json });
  expect([asTag.status, asFolder.status]).toEqual([201, 422]);
});

test('[idempotency-keys] a call without an answer has its effect once', async () => {
  const { ask, made } = start();
  const json = { ids: [tag.id] };

  const first = await ask('/api/v1/notices/read', 'k', { json });
  const again = await ask('/api/v1/notices/read', 'k', { json });

  expect([first.status, again.status]).toEqual([204, 204]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(made).toEqual(['read']);
});

test.each([429, 503])(
  '[idempotency-keys] a batch with an item of status %d is done again by a repeat, and then kept',
  async (status) => {
    const clock = { now: () => 0 };
    const repeats = keptRepeats({ clock, newId: () => Bun.randomUUIDv7() }, heavyAnswers());
    const ids: string[] = [];
    const send = async (...statuses: number[]) => {
      const parts = { params: {}, query: {}, json: {} };
      const asked = { userId: 'ada', key: 'k', route: createLinks, parts };
      const answer = await answerOnce(repeats, asked, async (id) => {
        ids.push(id);
        return { status: 200, value: { results: statuses.map((each) => ({ status: each })) } };
      });
      const { results } = await answer.json();
      return results.map((each: { status: number }) => each.status);
    };

    expect(await send(201, status)).toEqual([201, status]);
    expect(await send(201, 422)).toEqual([201, 422]);
    expect(await send(201, 201)).toEqual([201, 422]);
    expect(ids).toEqual([ids[0] ?? '', ids[0] ?? '']);
  },
);

test('a refused call leaves its key free', async () => {
  const { ask, made } = start();

  const refused = await ask(tags, 'k', { json: { name: 'taken' } });
  const corrected = await ask(tags, 'k', { json: { name: 'free' } });

  expect([refused.status, corrected.status]).toEqual([409, 201]);
  expect(made).toEqual(['free']);
});

test('answers with secrets and files take no key, and a malformed key is refused', async () => {
  const { ask } = start();
  const rotate = '/api/v1/links/0192f0c1-7e1a-7000-8000-000000000001/postback/rotate';

  expect((await ask(rotate, 'k')).status).toBe(422);
  expect((await ask(rotate, null)).status).toBe(200);
  const statement = { json: { query: 'SELECT 1' } };
  expect((await ask('/api/v1/sql', 'k', statement)).status).toBe(422);
  expect((await ask('/api/v1/sql', null, statement)).status).toBe(200);
  for (const key of ['a b', 'é', 'x'.repeat(256), '""']) {
    const answer = await ask(tags, key, { json: { name: 'One' } });
    expect([key, answer.status]).toEqual([key, 422]);
    expect((await answer.json()).issues[0].path).toBe('Idempotency-Key');
  }
});

test('[idempotency-keys] a file is received for its key only when there is room for one more file', async () => {
  const { ask, made, bob, uploads } = start();
  const file = { headers: { 'content-type': 'text/csv' }, json: 'date,campaign,cost,currency' };
  const send = () => ask('/api/v1/costs/csv', 'k', file);
  const other = Promise.withResolvers<void>();
  const received = uploads.run({ userId: bob, request: new Request(appUrl) }, () => other.promise);

  const refused = await send();
  other.resolve();
  await received;

  expect([refused.status, (await refused.json()).code]).toEqual([503, 'busy']);
  expect(made).toEqual([]);
  expect((await send()).status).toBe(201);
  expect(made).toEqual(['costs']);
});

test('a repeat is not in the audit trail again', async () => {
  const { ask, audited } = start();
  const json = { name: 'Autumn', color: 'red' };

  for (const key of ['one', 'one', 'two']) await ask('/api/v1/tags', key, { json });
  await ask('/api/v1/tags', 'three', { json: { ...json, name: 'taken' } });
  // An answer is recorded after it was sent.
  await until('the last answer is recorded', () => audited.includes(409));

  expect(audited).toEqual([201, 201, 409]);
});
