import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresLinks } from '#adapters/postgres/links/links';
import {
  type BulkChange,
  type BulkSelection,
  findBulk,
  linksPerSlice,
  mostPendingErasures,
  mostUnfinished,
  runBulk,
  startBulk,
  undoBulk,
  undoTakenMs,
} from '#core/links/bulk';
import { type WantedLabels } from '#core/links/labels';
import { linkIndex } from '#core/redirect/link-index';
import { ownChanges } from '#core/redirect/route-link';
import { everyLink, someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { owner } from '#tests/support/worlds/links/link-world';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** An account with bulk actions that a test runs itself, at the test's time. */
async function world({ mostLinks = 1000 } = {}) {
  const { sql } = database;
  const links = postgresLinks(sql);
  const bulk = postgresBulk(sql, { mostLinks });
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const clock = { now: () => time.nowMs };
  const index = linkIndex(() => false);
  const cache = ownChanges(index);
  const plan = { isPaid: true };
  const newId = () => Bun.randomUUIDv7();
  const run = (id: string) => runBulk(ports, id, new AbortController().signal);
  const ports = { bulk, links, clock, cache, newId, begin: run, isEntitled: () => plan.isPaid };
  const person = owner({ id: await newUser(sql) });
  const start = (change: BulkChange, selection: BulkSelection) =>
    startBulk(ports, person, { change, selection });
  return {
    links,
    bulk,
    time,
    plan,
    index,
    person,
    run,
    cache,
    /** Starts an action that nobody runs. */
    startLater: (change: BulkChange, selection: BulkSelection) =>
      startBulk({ ...ports, begin: async () => {} }, person, { change, selection }),
    start: (kind: 'pause' | 'resume' | 'expire' | 'delete', selection: BulkSelection) =>
      start({ kind }, selection),
    label: start,
    /** Starts a pause with this id. */
    begin: (chosenId: string, selection: BulkSelection) =>
      startBulk(ports, person, { change: { kind: 'pause' }, selection, chosenId }),
    undo: (id: string) => undoBulk(ports, person.id, id),
    find: (id: string) => findBulk({ bulk }, person.id, id),
    at: () => new Date(time.nowMs),
    async add(
      count: number,
      more: Parameters<typeof someLink>[1] = {},
      labels: WantedLabels = {},
    ): Promise<string[]> {
      const made = Array.from({ length: count }, () => someLink(person.id, more));
      for (const outcome of await Promise.all(made.map((link) => links.add(link, labels)))) {
        if (outcome.kind === 'added') cache.put(outcome.named);
      }
      return made.map(({ id }) => id);
    },
    /** The version and the state by which this instance redirects, of each link. */
    redirected: () =>
      [...index.links()].map(({ version, isActive, expiresAtMs }) => {
        return { version, isActive, expiresAtMs };
      }),
    async states(): Promise<readonly (readonly [boolean, Date | null])[]> {
      const query = { ...everyLink, sort: 'createdAt', order: 'asc', from: null } as const;
      const ranking = { linkIds: '', totals: '' };
      const asked = { ...query, limit: 100, at: new Date() };
      const page = await links.page(person.id, asked, ranking);
      return page.items.map(({ isActive, expiresAt }) => [isActive, expiresAt]);
    },
  };
}

const some = (ids: readonly string[]): BulkSelection => ({ kind: 'ids', ids });
const all = (count: number): BulkSelection => ({ kind: 'matching', filter: everyLink, count });

test('a pause changes the chosen links alone, in the database and in the cache, and is undone', async () => {
  const { add, start, undo, states, redirected } = await world();
  const [one = '', two = ''] = await add(3);
  const [paused = ''] = await add(1, { isActive: false });

  const run = await start('pause', some([one, two, paused]));
  const [during, cachedThen] = [await states(), redirected()];
  const undone = await undo(run.id);

  expect(run).toMatchObject({ kind: 'pause', state: 'done', total: 3, changed: 2 });
  expect(during.map(([isActive]) => isActive)).toEqual([false, false, true, false]);
  expect(undone.state).toBe('undone');
  expect((await states()).map(([isActive]) => isActive)).toEqual([true, true, true, false]);
  const ofVersions = (...rows: [number, boolean][]) =>
    rows.map(([version, isActive]) => ({ version, isActive, expiresAtMs: null }));
  expect(cachedThen).toEqual(ofVersions([2, false], [2, false], [1, true], [1, false]));
  expect(redirected()).toEqual(ofVersions([3, true], [3, true], [1, true], [1, false]));
});

test('without a plan links can be paused and deleted, and nothing else', async () => {
  const { plan, add, start, undo } = await world();
  const chosen = some(await add(1));
  plan.isPaid = false;

  for (const kind of ['resume', 'expire'] as const) {
    await expect(start(kind, chosen)).rejects.toMatchObject({ code: 'plan_required' });
  }
  expect((await start('pause', chosen)).changed).toBe(1);
  const deletion = await start('delete', chosen);
  expect(deletion.state).toBe('waiting');
  await undo(deletion.id);
});

test('a link that changed elsewhere in between is left to the reading of changes', async () => {
  const { add, start, person, links, at, redirected, states } = await world();
  const [one = ''] = await add(1);
  const change = { originalUrl: 'https://elsewhere.example/' };
  await links.change({ userId: person.id, linkId: one, change, at: at() });

  await start('pause', some([one]));

  expect((await states()).map(([isActive]) => isActive)).toEqual([false]);
  expect(redirected()).toEqual([{ version: 1, isActive: true, expiresAtMs: null }]);
});

test('an action that names a link of another account, or none, is refused whole', async () => {
  const [ours, theirs] = [await world(), await world()];
  const [own, ids] = [await ours.add(2), await theirs.add(2)];

  for (const kind of ['pause', 'delete'] as const) {
    for (const strange of [...ids, Bun.randomUUIDv7()]) {
      await expect(ours.start(kind, some([...own, strange]))).rejects.toMatchObject({
        code: 'invalid',
        issues: [{ path: 'ids', message: 'One of these links no longer exists' }],
      });
    }
  }

  expect(await ours.bulk.due(new Date(ours.time.nowMs + undoTakenMs))).toEqual([]);
  for (const { states } of [ours, theirs]) {
    expect((await states()).map(([isActive]) => isActive)).toEqual([true, true]);
  }
  const run = await theirs.start('pause', some(ids));
  await expect(ours.undo(run.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(ours.find(run.id)).rejects.toMatchObject({ code: 'not_found' });
});

test('an expiry keeps earlier ones, and its undo restores each', async () => {
  const { add, start, undo, states, at, time, redirected } = await world();
  const [past, later] = [-1, 1].map((days) => new Date(time.nowMs + days * 86_400_000));
  for (const expiresAt of [past, later, null]) await add(1, { expiresAt: expiresAt ?? null });

  const run = await start('expire', all(3));
  const [during, cachedThen] = [await states(), redirected()];
  await undo(run.id);

  const times = (rows: ReturnType<typeof redirected>) => rows.map(({ expiresAtMs }) => expiresAtMs);
  expect(times(cachedThen)).toEqual([past?.getTime() ?? 0, time.nowMs, time.nowMs]);
  expect(times(redirected())).toEqual([past?.getTime() ?? 0, later?.getTime() ?? 0, null]);
  expect(during.map(([, expiresAt]) => expiresAt)).toEqual([past ?? null, at(), at()]);
  expect((await states()).map(([, expiresAt]) => expiresAt)).toEqual([
    past ?? null,
    later ?? null,
    null,
  ]);
});

test('an undo leaves links alone that were changed since, is refused later, and can be repeated', async () => {
  const { add, start, undo, links, person, states, time, at } = await world();
  const [one = '', two = ''] = await add(2);
  const run = await start('pause', all(2));
  const change = { title: 'Kept' };
  await links.change({ userId: person.id, linkId: one, change, at: at() });

  await undo(run.id);
  const again = await start('pause', some([two]));
  time.nowMs += undoTakenMs;

  expect((await states()).map(([isActive]) => isActive)).toEqual([false, false]);
  await expect(undo(again.id)).rejects.toMatchObject({ code: 'gone' });
  expect(await undo(run.id)).toMatchObject({ state: 'undone' });
});

test('an undo restores a link that only its clicks have changed since', async () => {
  const { add, start, undo, states } = await world();
  const [one = ''] = await add(1, { expiresAfterClicks: 3 });
  const run = await start('pause', some([one]));
  await database.sql`UPDATE links SET clicks_reached_at = now() WHERE id = ${one}`;

  await undo(run.id);

  expect((await states()).map(([isActive]) => isActive)).toEqual([true]);
});

test('[idempotency-keys] an action that was begun under an id is begun once', async () => {
  const { add, begin, links, person } = await world();
  const [one = ''] = await add(1);
  const chosenId = Bun.randomUUIDv7();
  const run = await begin(chosenId, some([one]));
  const change = { isActive: true };
  await links.change({ userId: person.id, linkId: one, change, at: new Date() });

  expect(await begin(chosenId, some([one]))).toEqual(run);
  expect((await links.find(person.id, one))?.isActive).toBe(true);
});

test('an undo reads what an earlier version of the product has kept: versions as texts', async () => {
  const { add, start, undo, states, time } = await world();
  const later = new Date(time.nowMs + 86_400_000);
  await add(1, { expiresAt: later });
  const { id } = await start('expire', all(1));
  await database.sql`
    UPDATE bulk_slices SET was = (
      SELECT jsonb_agg(each || jsonb_build_object('version', each ->> 'version'))
      FROM jsonb_array_elements(was) AS each)
    WHERE action_id = ${id}`;

  await undo(id);

  expect((await states()).map(([, expiresAt]) => expiresAt)).toEqual([later]);
});

test('a deletion waits for its undo, and then cannot be undone', async () => {
  const { add, start, undo, run, find, states, time, bulk, at, index } = await world();
  const [kept = '', gone = ''] = await add(2);
  const first = await start('delete', some([kept]));
  await undo(first.id);

  const second = await start('delete', some([gone]));
  await run(second.id);
  const waiting = [await find(second.id), (await states()).length] as const;
  time.nowMs += undoTakenMs;
  const due = await bulk.due(at());
  await run(second.id);
  await run(first.id);

  expect(waiting).toMatchObject([{ state: 'waiting', changed: 0 }, 2]);
  expect(due).toContain(second.id);
  expect(await find(second.id)).toMatchObject({ state: 'done', changed: 1, undoUntil: null });
  expect(await states()).toHaveLength(1);
  expect([...index.links()].map(({ id }) => id)).toEqual([kept]);
  expect([...index.erased()]).toEqual([gone]);
  await expect(undo(second.id)).rejects.toMatchObject({ code: 'gone' });
});

test('[fair-share] a deletion waits while the events of many deleted links are being erased', async () => {
  const { add, start, run, find, states, time, person, bulk, at } = await world();
  const { sql } = database;
  await add(2);
  const { id } = await start('delete', all(2));
  time.nowMs += undoTakenMs;
  await sql`
    INSERT INTO erasures (link_id, user_id)
    SELECT gen_random_uuid(), ${person.id} FROM generate_series(1, ${mostPendingErasures})`;

  await run(id);
  const waiting = [await find(id), (await states()).length] as const;
  const dueMeanwhile = await bulk.due(at());
  time.nowMs += 10_000;
  await sql`UPDATE erasures SET finished_at = now() WHERE user_id = ${person.id}`;
  await run(id);

  expect(waiting).toMatchObject([{ state: 'waiting', changed: 0 }, 2]);
  // Those of others are continued meanwhile.
  expect(dueMeanwhile).not.toContain(id);
  expect(await find(id)).toMatchObject({ state: 'done', changed: 2 });
  expect(await states()).toEqual([]);
});

test('[fair-share] neither many actions of one account nor one that goes on keep a deletion of another one waiting', async () => {
  const { sql } = database;
  await sql`DELETE FROM bulk_actions`;
  const [busy, other] = [await world(), await world()];
  const long = linksPerSlice + 1;
  await busy.add(long);
  for (let action = 0; action < 5; action += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await busy.start('pause', all(long));
  }
  await sql`UPDATE bulk_actions SET state = 'running', slices_done = 0`;
  await other.add(1);
  other.time.nowMs += 1000;
  const { id } = await other.start('delete', all(1));
  const at = new Date(other.time.nowMs + undoTakenMs);

  const [first = '', ...rest] = await other.bulk.due(at);
  expect(rest).toEqual([id]);
  // What has done a slice is due again behind the others.
  await sql`DELETE FROM bulk_actions WHERE user_id = ${busy.person.id} AND id <> ${first}`;
  await busy.bulk.step(first, new Date(at.getTime() + 1));
  expect(await other.bulk.due(new Date(at.getTime() + 1))).toEqual([id, first]);
});

test('[fair-share] the actions of an account choose ten times as many links a day as it can have', async () => {
  const { add, start, time } = await world({ mostLinks: 2 });
  await add(2);
  const both = all(2);
  for (let pair = 0; pair < 5; pair += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await start('pause', both);
    // oxlint-disable-next-line no-await-in-loop
    await start('resume', both);
  }

  const refused = { code: 'too_many_requests', retryAfterSeconds: 3600 };
  await expect(start('pause', both)).rejects.toMatchObject(refused);
  time.nowMs += 86_400_000;
  expect(await start('pause', both)).toMatchObject({ state: 'done', changed: 2 });
});

test('an action over several slices goes on where another process ended, and its undo too', async () => {
  const { add, startLater, person, bulk, run, find, at, undo, links } = await world();
  await add(linksPerSlice + 1);
  const filter = { ...everyLink, status: 'active' } as const;
  const count = linksPerSlice + 1;
  const paused = async () => {
    const query = { ...everyLink, sort: 'createdAt', order: 'asc', from: null, limit: 1 } as const;
    const asked = { ...query, status: 'paused', at: at() } as const;
    return (await links.page(person.id, asked, { linkIds: '', totals: '' })).count;
  };

  const selection = { kind: 'matching', filter, count } as const;
  const { id } = await startLater({ kind: 'pause' }, selection);
  const step = await bulk.step(id, at());
  const between = [await find(id), await paused()] as const;
  await add(1);
  await run(id);

  expect(step.kind).toBe('more');
  expect(between).toMatchObject([{ state: 'running', changed: linksPerSlice }, linksPerSlice]);
  expect(await find(id)).toMatchObject({ state: 'done', total: count, changed: count });
  expect(await paused()).toBe(count);
  await undo(id);
  expect(await paused()).toBe(0);
});

test('another number of links than the person was shown is refused', async () => {
  const { add, start, states } = await world();
  await add(2);

  await expect(start('pause', all(1))).rejects.toMatchObject({ code: 'conflict' });

  expect((await states()).map(([isActive]) => isActive)).toEqual([true, true]);
});

test('an account has few unfinished actions', async () => {
  const { add, startLater, run, start } = await world();
  await add(1);
  const runs = [];
  for (let n = 0; n < mostUnfinished; n += 1) {
    runs.push(await startLater({ kind: 'pause' }, all(1)));
  }

  await expect(start('pause', all(1))).rejects.toMatchObject({ code: 'too_many_requests' });
  await run(String(runs[0]?.id));
  await start('pause', all(1));
});

test('what an undo needs is forgotten when it is over, and the action later', async () => {
  const { add, start, bulk, find, time, at } = await world();
  await add(1);
  const { id } = await start('pause', all(1));
  const slices = () => database.sql`SELECT 1 FROM bulk_slices WHERE action_id = ${id}`;

  await bulk.forget({ actions: new Date(0), undo: at() });
  const before = await slices();
  time.nowMs += undoTakenMs + 1;
  await bulk.forget({ actions: new Date(0), undo: at() });

  expect([before.length, (await slices()).length]).toEqual([1, 0]);
  expect((await find(id)).state).toBe('done');
  await bulk.forget({ actions: at(), undo: at() });
  await expect(find(id)).rejects.toMatchObject({ code: 'not_found' });
});

/** The ids of new labels of an account. */
async function labels(userId: string) {
  const [tagId, first, second] = [Bun.randomUUIDv7(), Bun.randomUUIDv7(), Bun.randomUUIDv7()];
  await database.sql`
    INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagId}, ${userId}, ${tagId.slice(-8)}, 'red', now())`;
  await database.sql`
    INSERT INTO folders (id, user_id, name, created_at)
    VALUES (${first}, ${userId}, 'first', now()), (${second}, ${userId}, 'second', now())`;
  return { tagId, first, second };
}

test('a tag is added to links that lack it, and its undo leaves the others', async () => {
  const { add, label, undo, links, person } = await world();
  const { tagId } = await labels(person.id);
  const [had = ''] = await add(1, {}, { tags: [{ by: 'id', id: tagId }] });
  const [lacked = ''] = await add(1);
  const tagged = async () => {
    const found = await links.labelsOf(person.id, [had, lacked]);
    return [had, lacked].filter((id) => (found.get(id)?.tags.length ?? 0) > 0);
  };

  const tag = await label({ kind: 'tag', tagId }, all(2));
  const during = await tagged();
  await undo(tag.id);
  const after = await tagged();
  const untag = await label({ kind: 'untag', tagId }, all(2));
  const without = await tagged();
  await undo(untag.id);

  expect([tag.changed, untag.changed]).toEqual([1, 1]);
  expect([during, after, without]).toEqual([[had, lacked], [had], []]);
  expect(await tagged()).toEqual([had]);
});

test('a link whose former folder was deleted stays where the action put it, and is no newer version', async () => {
  const { add, label, undo, links, person } = await world();
  const { first, second } = await labels(person.id);
  const [id = ''] = await add(1, {}, { folder: { by: 'id', id: first } });
  const stored = async () => {
    const [row] = await database.sql`SELECT version, updated_at FROM links WHERE id = ${id}`;
    return { ...row, folder: (await links.labelsOf(person.id, [id])).get(id)?.folder?.name };
  };
  const run = await label({ kind: 'move', folderId: second }, some([id]));
  const moved = await stored();
  await database.sql`DELETE FROM folders WHERE id = ${first}`;

  const undone = await undo(run.id);

  expect([undone.state, moved.folder]).toEqual(['undone', 'second']);
  expect(await stored()).toEqual(moved);
});

test('links are moved to a folder, and back to where each was', async () => {
  const { add, label, undo, links, person } = await world();
  const { first, second } = await labels(person.id);
  const ids = [
    ...(await add(1, {}, { folder: { by: 'id', id: first } })),
    ...(await add(1, {}, { folder: { by: 'id', id: second } })),
    ...(await add(1)),
  ];
  const folders = async () => {
    const found = await links.labelsOf(person.id, ids);
    return ids.map((id) => found.get(id)?.folder?.name ?? null);
  };

  const run = await label({ kind: 'move', folderId: second }, some(ids));
  const during = await folders();
  await undo(run.id);
  const after = await folders();
  const out = await label({ kind: 'move', folderId: null }, some(ids));
  const none = await folders();
  await undo(out.id);

  expect([run.changed, out.changed]).toEqual([2, 2]);
  expect(during).toEqual(['second', 'second', 'second']);
  expect(after).toEqual(['first', 'second', null]);
  expect(none).toEqual([null, null, null]);
  expect(await folders()).toEqual(after);
});

test('a change of labels and its undo raise the version of the links that change, and of no other', async () => {
  const { add, label, undo, links, person, time, at, redirected } = await world();
  const { tagId, first } = await labels(person.id);
  await add(1, {}, { tags: [{ by: 'id', id: tagId }] });
  const [lacked = ''] = await add(1);
  /** The version of each link, and whether it was changed since the last look. */
  const look = async () => {
    const query = { ...everyLink, sort: 'createdAt', order: 'asc', from: null } as const;
    const asked = { ...query, limit: 100, at: at() };
    const { items } = await links.page(person.id, asked, { linkIds: '', totals: '' });
    expect(redirected().map(({ version }) => version)).toEqual(items.map(({ version }) => version));
    const looked = items.map(({ id, version, updatedAt }) => [
      id === lacked ? 'lacked' : 'had',
      [version, updatedAt.getTime() === time.nowMs],
    ]);
    time.nowMs += 1000;
    return Object.fromEntries(looked);
  };
  await look();

  const tag = await label({ kind: 'tag', tagId }, all(2));
  expect(await look()).toEqual({ had: [1, false], lacked: [2, true] });
  await undo(tag.id);
  expect(await look()).toEqual({ had: [1, false], lacked: [3, true] });
  const untag = await label({ kind: 'untag', tagId }, all(2));
  expect(await look()).toEqual({ had: [2, true], lacked: [3, false] });
  await undo(untag.id);
  expect(await look()).toEqual({ had: [3, true], lacked: [3, false] });
  const move = await label({ kind: 'move', folderId: first }, some([lacked]));
  expect(await look()).toEqual({ had: [3, false], lacked: [4, true] });
  await label({ kind: 'move', folderId: first }, all(2));
  expect(await look()).toEqual({ had: [4, true], lacked: [4, false] });
  await undo(move.id);
  expect(await look()).toEqual({ had: [4, false], lacked: [5, true] });
});

test("another account's labels are refused", async () => {
  const { add, label } = await world();
  const { tagId, first } = await labels(await newUser(database.sql));
  await add(1);

  for (const change of [
    { kind: 'tag', tagId } as const,
    { kind: 'move', folderId: first } as const,
  ]) {
    await expect(label(change, all(1))).rejects.toMatchObject({ code: 'invalid' });
  }
});

test('[webhook-events] a bulk action and its undo raise the events that single calls raise', async () => {
  const { add, start, label, undo, person } = await world();
  const [one = '', two = ''] = await add(2);
  const { sql } = database;
  const raised = async () => {
    const rows = await sql<{ type: string; link_id: string | null; changed: string[] | null }[]>`
      DELETE FROM events WHERE user_id = ${person.id}
      RETURNING type, link_id, subject -> 'changed' AS changed`;
    return rows
      .map(({ type, link_id: link, changed }) =>
        link === null ? type : `${type} ${link === one ? 1 : 2} ${(changed ?? []).join()}`,
      )
      .toSorted();
  };
  await raised();
  const both = some([one, two]);

  const paused = await start('pause', both);
  expect(await raised()).toEqual([
    'bulk_action.finished',
    'link.updated 1 is_active',
    'link.updated 2 is_active',
  ]);
  await undo(paused.id);
  expect(await raised()).toEqual([
    'bulk_action.finished',
    'link.updated 1 is_active',
    'link.updated 2 is_active',
  ]);
  await start('expire', some([one]));
  expect(await raised()).toEqual([
    'bulk_action.finished',
    'link.expired 1 ',
    'link.updated 1 expires_at',
  ]);
  const tag = { id: Bun.randomUUIDv7(), name: 'spring' };
  await sql`
    INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tag.id}, ${person.id}, ${tag.name}, 'red', now())`;
  const tagged = await label({ kind: 'tag', tagId: tag.id }, both);
  expect(await raised()).toEqual([
    'bulk_action.finished',
    'link.updated 1 tags',
    'link.updated 2 tags',
  ]);
  await undo(tagged.id);
  expect(await raised()).toEqual([
    'bulk_action.finished',
    'link.updated 1 tags',
    'link.updated 2 tags',
  ]);
});
