import { afterAll, expect, test } from 'bun:test';
import { strFromU8, unzipSync } from 'fflate';
import { call } from '#tests/support/calls';
import { readCsv } from '#tests/support/readers/csv';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant, type Things } from '#tests/support/builders/tenants';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const ask = ({ cookie }: Things) => call(world.api, '/api/v1/account/export', { cookie });

/** The archive's files by name, unpacked by another library than the one that packs. */
async function exported(person: Things): Promise<ReadonlyMap<string, string>> {
  const answer = await ask(person);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

type Row = Record<string, unknown>;

function rowsOf(files: ReadonlyMap<string, string>, table: string): Row[] {
  return JSON.parse(files.get(`json/${table}.json`) ?? 'null');
}

/** Every table whose rows have an owner, in both databases. */
async function ownedTables(): Promise<string[]> {
  const columns = await world.sql<{ name: string }[]>`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND (table_name = 'users'
      OR column_name IN ('user_id', 'link_id') OR table_name LIKE 'split\\_%')`;
  const events = await world.clickHouse.query({
    query: `SELECT DISTINCT table AS kept FROM system.columns
      WHERE database = currentDatabase() AND name = 'user_id'
        -- Copies of what Postgres keeps.
        AND NOT startsWith(table, 'analyst_')`,
    format: 'JSONEachRow',
  });
  const recorded = await events.json<{ kept: string }>();
  return [...columns.map(({ name }) => name), ...recorded.map(({ kept }) => kept)];
}

/** More clicks than are read at a time, several of them in the same millisecond. */
async function addClicks({ userId, linkId }: Things, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => Bun.randomUUIDv7());
  await world.clickHouse.insert({
    table: 'clicks',
    format: 'JSONEachRow',
    values: ids.map((id, at) => ({
      user_id: userId,
      link_id: linkId,
      click_id: id,
      class: 'human',
      clicked_at: `2026-11-${10 + (at % 3)} 08:00:00.${100 + (at % 7)}`,
      country: 'DE',
      city: '=HYPERLINK("https://evil.example")',
      device: 'desktop',
      split_version: 0,
      variant: 0,
      position: 0,
      visitor_id: '0',
      batch: Bun.randomUUIDv7(),
    })),
  });
  return ids;
}

test('[account-export] the archive contains everything stored about a person, and about nobody else', async () => {
  const [person, another] = await Promise.all([
    newTenant(world, { hasEvents: true }),
    newTenant(world, { hasEvents: true }),
  ]);
  for (const { splitTestId, domainId, marker } of [person, another]) {
    const appLinks = { ios: [`ABCDE12345.${marker}`], android: [] };
    await world.sql`
      UPDATE domains SET app_links = ${world.sql.json(appLinks)} WHERE id = ${domainId}`;
    await world.sql`
      INSERT INTO split_judgements (test_id, day, judgement)
      VALUES (${splitTestId}, now(), ${world.sql.json({ marker })})`;
  }

  const files = await exported(person);

  const tables = await ownedTables();
  expect(tables).toContain('clicks');
  const wanted = tables.flatMap((table) => [`csv/${table}.csv`, `json/${table}.json`]);
  expect([...files.keys()].sort()).toEqual(wanted.sort());
  for (const table of ['users', 'links', 'api_keys', 'conversion_attempts', 'clicks', 'objects']) {
    expect([table, rowsOf(files, table).length > 0]).toEqual([table, true]);
  }
  const parts = ['tests', 'destinations', 'addresses', 'shares', 'judgements'];
  expect(parts.map((part) => rowsOf(files, `split_${part}`).length)).toEqual([1, 2, 2, 1, 1]);
  expect(rowsOf(files, 'users')).toMatchObject([{ id: person.userId, email: person.email }]);
  expect(rowsOf(files, 'conversions')).toMatchObject([{ id: person.conversionId }]);
  expect(rowsOf(files, 'domains')).toMatchObject([
    { app_links: { ios: [`ABCDE12345.${person.marker}`], android: [] } },
  ]);
  const all = [...files.values()].join('\n');
  for (const foreign of [another.userId, another.marker, another.linkId, another.conversionId]) {
    expect(all).not.toContain(foreign);
  }
});

test('[account-export] nothing in it gives access to the account', async () => {
  const person = await newTenant(world);
  const secrets = await world.sql<{ text: string }[]>`
    SELECT password AS text FROM users WHERE id = ${person.userId}
    UNION ALL SELECT sid FROM sessions WHERE user_id = ${person.userId}
    UNION ALL SELECT key_digest FROM api_keys WHERE user_id = ${person.userId}`;
  const [ofLink, ofPage] = ['hash-of-a-link', 'hash-of-a-page'];
  await world.sql`
    UPDATE links SET options = options || jsonb_build_object('passwordHash', ${ofLink}::text)
    WHERE id = ${person.linkId}`;
  await world.sql`
    UPDATE shared_reports SET password_hash = ${ofPage} WHERE link_id = ${person.linkId}`;

  const all = [...(await exported(person)).values()].join('\n');

  expect(secrets.length).toBeGreaterThan(3);
  for (const { text } of secrets) expect(all).not.toContain(text);
  for (const hash of [ofLink, ofPage, 'passwordHash']) expect(all).not.toContain(hash);
});

test('[account-export] [safe-csv] long tables are complete and without repeats, and no cell is a formula', async () => {
  const person = await newTenant(world);
  const ids = await addClicks(person, 1201);
  await world.sql`
    INSERT INTO conversion_attempts (link_id, received_at, source, outcome, reason, event_type,
      value, currency, order_id, has_click_id)
    SELECT ${person.linkId}, now(), 'pixel', 'refused', '', '=1+1', '', '', 'bulk ' || n, false
    FROM generate_series(1, 1201) AS n`;

  const files = await exported(person);

  const clicked = rowsOf(files, 'clicks').map((row) => String(row['click_id']));
  expect(clicked.toSorted()).toEqual(ids.toSorted());
  const bulk = rowsOf(files, 'conversion_attempts').filter((row) => row['event_type'] === '=1+1');
  expect(new Set(bulk.map((row) => row['order_id'])).size).toBe(1201);
  const [header = [], ...lines] = readCsv(files.get('csv/clicks.csv') ?? '');
  expect(lines).toHaveLength(1201);
  expect(lines[0]?.[header.indexOf('city')]).toBe('\'=HYPERLINK("https://evil.example")');
  expect(files.get('csv/conversion_attempts.csv')).toContain("'=1+1");
});

test('[account-export] links that are being erased are not included', async () => {
  const person = await newTenant(world, { hasEvents: true });
  await world.sql`DELETE FROM links WHERE id = ${person.linkId}`;

  const files = await exported(person);

  expect([rowsOf(files, 'clicks'), rowsOf(files, 'conversions')]).toEqual([[], []]);
});

test('[account-export] an account can request it five times an hour', async () => {
  const person = await newTenant(world);
  for (let asked = 0; asked < 5; asked += 1) {
    const answer = await ask(person);
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  }

  expect((await ask(person)).status).toBe(429);
});
