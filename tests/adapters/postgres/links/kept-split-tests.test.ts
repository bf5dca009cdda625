// What the triggers of `links` do to a link's split version and to the tables of split tests.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type postgres from 'postgres';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { Link, LinkChange, Rotation } from '#core/links/link';
import type { Links } from '#core/links/ports';
import { added } from '#tests/contracts/links';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const [a, b, c] = ['https://a.example/', 'https://b.example/', 'https://c.example/'] as const;
const createdAt = new Date('2026-11-27T23:59:59.999Z');
const later = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const rotation: Rotation = {
  isShuffled: true,
  shares: [{ fromDay: '2026-11-28', slots: [5, 15] }],
};

let database: TestDatabase;
let links: Links;
beforeAll(async () => {
  database = await testDatabase(schema);
  links = postgresLinks(database.sql);
});
afterAll(() => database.drop());

async function aSplitLink(splitTestUrls: readonly string[] = [a, b]): Promise<Link> {
  const userId = await newUser(database.sql);
  return added(links, someLink(userId, { createdAt, splitTestEnabled: true, splitTestUrls }));
}

async function change({ userId, id }: Link, wanted: LinkChange, at = later(1)): Promise<Link> {
  const outcome = await links.change({ userId, linkId: id, change: wanted, at });
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  return outcome.named.link;
}

/** Writes to the link as a use case that says what its list of destinations means. */
function write(
  { id }: Link,
  wish: 'continue' | 'anew' | 'other',
  columns: Record<string, postgres.SerializableParameter | postgres.Parameter>,
): Promise<{ splitVersion: number; splitRotation: Rotation | null }> {
  return database.sql.begin(async (tx) => {
    await tx`SELECT set_config('waypost.split_test', ${wish}, true)`;
    const [row] = await tx<[{ splitVersion: number; splitRotation: Rotation | null }]>`
      UPDATE links SET ${tx(columns)} WHERE id = ${id}
      RETURNING split_version AS "splitVersion", split_rotation AS "splitRotation"`;
    return row;
  });
}

const urls = (...list: string[]) => ({
  split_test_urls: database.sql.json(list),
  updated_at: later(2),
});
const rotate = (link: Link) =>
  write(link, 'other', { split_rotation: database.sql.json(JSON.parse(JSON.stringify(rotation))) });

/** The link's tests in order, with their destinations' addresses, oldest first. */
async function testsOf({ id }: Link): Promise<KeptTest[]> {
  const { sql } = database;
  const tests = await sql<KeptTest[]>`
    SELECT version, began_at AS "beganAt", ended_at AS "endedAt", (
      SELECT json_agg((SELECT json_agg(url ORDER BY since) FROM split_addresses
        WHERE destination_id = destination.id) ORDER BY place)
      FROM split_destinations AS destination WHERE test_id = test.id) AS addresses, (
      SELECT json_agg(json_build_array(from_day, slots) ORDER BY from_day)
      FROM split_shares WHERE test_id = test.id) AS shares
    FROM split_tests AS test WHERE link_id = ${id} ORDER BY version`;
  return [...tests];
}

type KeptTest = {
  readonly version: number;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly addresses: readonly (readonly string[])[];
  readonly shares: readonly (readonly [fromDay: string, slots: readonly number[]])[];
};

const evenShares: KeptTest['shares'] = [['2026-11-27', [1, 1]]];

test('a stored rotation is read with its link, and no edit of the link changes it', async () => {
  const link = await aSplitLink();
  expect(link.splitRotation).toBeNull();

  expect(await rotate(link)).toEqual({ splitVersion: 1, splitRotation: rotation });
  const edited = await change(link, { title: 'Renamed', splitTestUrls: [a, b] });

  expect(edited).toMatchObject({
    version: 3,
    edition: 2,
    splitVersion: 1,
    splitRotation: rotation,
  });
  expect(await links.find(link.userId, link.id)).toEqual(edited);
});

test('another list of destinations is another test, without the rotation of the last one', async () => {
  const link = await aSplitLink();
  await rotate(link);

  const edited = await change(link, { splitTestUrls: [b, a] });

  expect(edited).toMatchObject({ splitVersion: 2, splitRotation: null });
  expect(await testsOf(link)).toEqual([
    {
      version: 1,
      beganAt: createdAt,
      endedAt: later(1),
      addresses: [[a], [b]],
      shares: evenShares,
    },
    {
      version: 2,
      beganAt: later(1),
      endedAt: null,
      addresses: [[b], [a]],
      shares: [['2026-11-28', [1, 1]]],
    },
  ]);
});

test('a correction continues the test, with its rotation, and the old address stays in its history', async () => {
  const link = await aSplitLink();
  await rotate(link);

  const corrected = await write(link, 'continue', urls(a, c));

  expect(corrected).toEqual({ splitVersion: 1, splitRotation: rotation });
  expect(await testsOf(link)).toEqual([
    {
      version: 1,
      beganAt: createdAt,
      endedAt: null,
      addresses: [[a], [b, c]],
      shares: evenShares,
    },
  ]);
});

test('a destination more or less is another test even as a correction', async () => {
  const link = await aSplitLink();
  await rotate(link);

  expect(await write(link, 'continue', urls(a, b, c))).toEqual({
    splitVersion: 2,
    splitRotation: null,
  });
  expect(await write(link, 'continue', urls(a, c))).toMatchObject({ splitVersion: 3 });
  expect(await testsOf(link)).toMatchObject([
    { version: 1, endedAt: later(2) },
    { version: 2, addresses: [[a], [b], [c]], shares: [['2026-11-28', [1, 1, 1]]] },
    { version: 3, endedAt: null, addresses: [[a], [c]] },
  ]);
});

test('the same list begins anew when the writer says so, for its transaction alone', async () => {
  const link = await aSplitLink();
  await rotate(link);

  const anew = await write(link, 'anew', { updated_at: later(2) });
  const edited = await change(link, { title: 'Renamed' }, later(3));

  expect(anew).toEqual({ splitVersion: 2, splitRotation: null });
  expect(edited.splitVersion).toBe(2);
  expect(await testsOf(link)).toMatchObject([
    { version: 1, endedAt: later(2), addresses: [[a], [b]] },
    { version: 2, beganAt: later(2), endedAt: null, addresses: [[a], [b]] },
  ]);
});

test('switching the test off ends it, and on again reopens it', async () => {
  const link = await aSplitLink();
  const { sql } = database;

  await change(link, { splitTestEnabled: false, originalUrl: b });
  await sql`
    UPDATE split_tests SET sent_to = 2, former_url = ${a}, ends_on = '2026-11-27'
    WHERE link_id = ${link.id}`;
  expect(await testsOf(link)).toMatchObject([{ version: 1, endedAt: later(1) }]);
  await change(link, { splitTestEnabled: true }, later(2));

  expect(await testsOf(link)).toMatchObject([{ version: 1, beganAt: createdAt, endedAt: null }]);
  // Else its last day, which is over, would end it again.
  const [test] = await sql`
    SELECT sent_to, former_url, ends_on FROM split_tests WHERE link_id = ${link.id}`;
  expect(test).toEqual({ sent_to: null, former_url: null, ends_on: null });
});

test('a correction of a running test keeps its last day, also when that is over', async () => {
  const link = await aSplitLink();
  await database.sql`UPDATE split_tests SET ends_on = '2026-11-26' WHERE link_id = ${link.id}`;

  await write(link, 'continue', urls(a, c));

  const [test] = await database.sql`
    SELECT ends_on::text FROM split_tests WHERE link_id = ${link.id}`;
  expect(test).toEqual({ ends_on: '2026-11-26' });
});

test('a last day that is to come stays when a test is reopened', async () => {
  const link = await aSplitLink();
  await change(link, { splitTestEnabled: false });
  await database.sql`UPDATE split_tests SET ends_on = '2026-11-28' WHERE link_id = ${link.id}`;

  await change(link, { splitTestEnabled: true }, later(2));

  const [test] = await database.sql`
    SELECT ends_on::text FROM split_tests WHERE link_id = ${link.id}`;
  expect(test).toEqual({ ends_on: '2026-11-28' });
});

test('links without two destinations and a running test have no test', async () => {
  const userId = await newUser(database.sql);
  const off = await added(links, someLink(userId, { createdAt, splitTestUrls: [a, b] }));
  const single = await aSplitLink([a]);
  const plain = await added(links, someLink(userId, { createdAt }));

  expect(await testsOf(off)).toEqual([]);
  expect(await testsOf(single)).toEqual([]);
  expect(await testsOf(plain)).toEqual([]);

  await change(off, { splitTestEnabled: true });
  await change(single, { splitTestUrls: [a, b, c] });
  expect(await testsOf(off)).toMatchObject([{ version: 1, beganAt: later(1), endedAt: null }]);
  expect(await testsOf(single)).toMatchObject([{ version: 2, addresses: [[a], [b], [c]] }]);
  await change(single, { splitTestUrls: [a] });
  expect(await testsOf(single)).toMatchObject([{ version: 2, endedAt: later(1) }]);
});

test('an instance whose clock is behind still leaves the address in use last, and no end before the begin', async () => {
  const link = await aSplitLink();

  await write(link, 'continue', { ...urls(a, c), updated_at: later(-1) });
  await change(link, { splitTestEnabled: false }, later(-1));

  expect(await testsOf(link)).toMatchObject([{ endedAt: createdAt, addresses: [[a], [b, c]] }]);
});

test('deleting a link deletes its tests', async () => {
  const link = await aSplitLink();

  expect(await links.remove(link.userId, link.id)).toBe(true);

  expect(await testsOf(link)).toEqual([]);
});
