import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { analystViews } from '#adapters/clickhouse/analysts/views';
import { newTrialUser } from '#core/accounts/user';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { storeEvents } from '#tests/support/builders/events';
import { until } from '#tests/support/until';
import { sqlWorld } from '#tests/support/worlds/analytics/sql-world';

const world = await sqlWorld();
afterAll(() => world[Symbol.asyncDispose]());

let userId = '';
const linkId = Bun.randomUUIDv7();

beforeAll(async () => {
  userId = await addPerson({ verified: true });
  await addLink(userId, linkId, 'spring');
  const event = { userId, linkId, atMs: Date.now() };
  await storeEvents(world.engine.client, {
    clicks: [aStoredClick(event), aStoredClick(event), aStoredClick({ ...event, class: 'bot' })],
    conversions: [aStoredConversion({ ...event, currency: 'EUR' })],
  });
});

async function addPerson({ verified }: { readonly verified: boolean }): Promise<string> {
  const id = await newUser(world.sql);
  const name = { firstName: 'Ada', lastName: 'Byron', email: `${id}@example.com` };
  world.people.set(id, newTrialUser({ id, ...name, createdAt: new Date(), verified }));
  return id;
}

async function addLink(owner: string, id: string, code: string): Promise<void> {
  await world.sql`
    INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
    VALUES (${id}, ${owner}, 'https://shop.example/', ${code}, 'Spring', now(), now())`;
}

type Json = { meta: { name: string; type: string }[]; data: unknown[][]; rows: number };

function post(
  query: string,
  { as = userId, format = 'JSON', signal = new AbortController().signal } = {},
) {
  return fetch(new URL('/api/v1/sql', world.site), {
    method: 'POST',
    headers: { cookie: as, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ query, format }),
    signal,
  });
}

async function rows(query: string, as = userId): Promise<unknown[][]> {
  const answer = await post(query, { as });
  const text = await answer.text();
  expect([answer.status, text.slice(0, 300)]).toEqual([200, text.slice(0, 300)]);
  const { data }: Json = JSON.parse(text);
  return data;
}

async function refusal(answer: Response): Promise<unknown[]> {
  const { status, code, message } = await answer.json();
  return [status, code, message];
}

describe('SQL for people', () => {
  test('a result has its columns, its rows and the views that were read', async () => {
    const answer = await post(
      'SELECT class, count() AS clicks FROM clicks GROUP BY class ORDER BY class',
    );

    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toMatchObject({
      meta: [
        { name: 'class', type: 'String' },
        { name: 'clicks', type: 'UInt64' },
      ],
      data: [
        ['bot', '1'],
        ['human', '2'],
      ],
      rows: 2,
    });
    expect(answer.headers.get('x-views-read')).toBe('clicks');
    const both = `WITH (SELECT count() FROM analyst.links) AS links
      SELECT links, count() AS daily FROM clicks WHERE link_id IN (SELECT link_id FROM conversions)`;
    expect((await post(both)).headers.get('x-views-read')).toBe('clicks conversions links');
    expect((await post('SHOW TABLES')).headers.get('x-views-read')).toBe('');
  });

  test('[sql-numbers] links are there as they are now, and a deleted link is gone from every view at once', async () => {
    const id = Bun.randomUUIDv7();
    await addLink(userId, id, 'summer');
    const event = { userId, linkId: id, atMs: Date.now() };
    await storeEvents(world.engine.client, {
      clicks: [aStoredClick(event)],
      conversions: [aStoredConversion(event)],
    });
    const ofIt = `SELECT (SELECT count() FROM clicks WHERE link_id = '${id}'),
      (SELECT count() FROM conversions WHERE link_id = '${id}'),
      (SELECT count() FROM daily WHERE link_id = '${id}'),
      (SELECT any(short_url) FROM links WHERE link_id = '${id}')`;

    expect(await rows(ofIt)).toEqual([['1', '1', '1', 'https://go.example/summer']]);
    await world.sql`UPDATE links SET custom_alias = 'sun' WHERE id = ${id}`;
    expect(await rows(ofIt)).toEqual([['1', '1', '1', 'https://go.example/sun']]);
    await world.sql`DELETE FROM links WHERE id = ${id}`;
    expect(await rows(ofIt)).toEqual([['0', '0', '0', '']]);
    expect(await rows('SELECT short_url, title FROM links')).toEqual([
      ['https://go.example/spring', 'Spring'],
    ]);
  });

  test('another person sees none of it', async () => {
    const stranger = await addPerson({ verified: true });

    for (const { name: view } of analystViews) {
      expect(await rows(`SELECT count() FROM ${view}`, stranger)).toEqual([['0']]);
    }
  });

  test('a long result has one row more than the page shows, and is whole in a file', async () => {
    const long = 'SELECT number FROM numbers(25000)';

    const { rows: shown }: Json = await (await post(long)).json();
    const file = await post(long, { format: 'CSV' });

    expect(shown).toBe(10_001);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="waypost.csv"');
    expect((await file.text()).split('\n')).toHaveLength(25_002);
    expect(await (await post(long, { format: 'Parquet' })).text()).toStartWith('PAR1');
  });

  test('a wrong statement is refused with a sentence for its author', async () => {
    expect(await refusal(await post('SELECT nonsense FROM clicks'))).toMatchObject([
      422,
      'invalid_statement',
      expect.stringContaining('nonsense'),
    ]);
    expect(await refusal(await post('DROP TABLE clicks'))).toEqual([
      422,
      'invalid_statement',
      'Only SELECT statements can be run here',
    ]);
    expect(await refusal(await post('SELECT count() FROM numbers(100000000000)'))).toMatchObject([
      422,
      'statement_limit',
      expect.stringContaining('WHERE'),
    ]);
    expect(
      await refusal(await post('SELECT groupArray(number) FROM numbers(400000000)')),
    ).toMatchObject([422, 'statement_limit', expect.stringContaining('memory')]);
    expect(await refusal(await post(' '))).toMatchObject([422, 'invalid', 'Enter a statement']);
    expect((await post('SELECT 1', { as: 'nobody' })).status).toBe(401);
  }, 60_000);

  test('only people with a confirmed address run statements', async () => {
    const person = await addPerson({ verified: false });

    expect(await refusal(await post('SELECT 1', { as: person }))).toEqual([
      403,
      'email_unverified',
      'Confirm your email address before you run SQL',
    ]);
    const schema = await fetch(new URL('/api/v1/sql/schema', world.site), {
      headers: { cookie: person },
    });
    expect(await schema.json()).toMatchObject({ state: 'unconfirmed', database: 'analyst' });
  });

  test('an aborted request ends its statement in the engine', async () => {
    const running = async (): Promise<number> => {
      const answer = await world.engine.client.query({
        query: `SELECT count() FROM system.processes WHERE startsWith(Settings['log_comment'], 'sql:')`,
        format: 'JSONCompactEachRow',
      });
      const [[count] = ['0']] = await answer.json<[string]>();
      return Number(count);
    };
    const stop = new AbortController();
    const slow = 'SELECT sum(cityHash64(number)) FROM numbers(490000000)';

    const ended = post(slow, { signal: stop.signal }).catch(() => 'aborted');
    await until('the statement runs', async () => (await running()) > 0);
    stop.abort();

    expect(await ended).toBe('aborted');
    await until('the statement has ended', async () => (await running()) === 0, 10);
    expect(await rows('SELECT 1')).toEqual([[1]]);
  }, 60_000);
});

test('[sql-limits] accounts that run heavy statements keep nobody else from the event store', async () => {
  const people = await Promise.all([1, 2, 3].map(() => addPerson({ verified: true })));
  const stop = new AbortController();
  const slow = 'SELECT uniqExact(cityHash64(number)) FROM numbers(490000000)';
  const heavy = people.flatMap((as) =>
    [1, 2].map(() => post(slow, { as, signal: stop.signal }).catch(() => null)),
  );

  await until('two statements run', async () => {
    const answer = await world.engine.client.query({
      query: `SELECT count() FROM system.processes WHERE startsWith(Settings['log_comment'], 'sql:')`,
      format: 'JSONCompactEachRow',
    });
    const [[count] = ['0']] = await answer.json<[string]>();
    return Number(count) === 2;
  });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.engine.client.query({ query: 'SELECT count() FROM clicks', format: 'JSON' }),
    ),
  );

  expect(answers).toHaveLength(8);
  stop.abort();
  await Promise.all(heavy);
}, 60_000);
