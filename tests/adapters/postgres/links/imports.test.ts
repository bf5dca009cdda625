import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { cellText } from '#adapters/http/csv/cells';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresLinks } from '#adapters/postgres/links/links';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { mostFolders } from '#contract/links/labels';
import { postgresLabels } from '#adapters/postgres/links/labels/labels';
import type { ImportMapping } from '#contract/links/imports';
import { rowsPerSlice } from '#core/links/imports/import-run';
import { paidOrTrial } from '#core/billing/entitlement';
import { openImport } from '#core/links/imports/open-import';
import {
  cancelImport,
  checkImport,
  type CheckInput,
  findImport,
  listImports,
  listProblems,
  startImport,
} from '#core/links/imports/own-imports';
import type { ImportPorts } from '#core/links/ports';
import { forgetImports, runImport } from '#core/links/imports/run-import';
import type { LinkDefaults } from '#contract/accounts/settings';
import { isReservedWord } from '#core/links/names/reserved-words';
import { dayMs } from '#core/shared/time';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { owner } from '#tests/support/worlds/links/link-world';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** Unused aliases: the names of all tests' links are in one namespace. */
let drawn = 0;
const fresh = (): string => `import-${(drawn += 1)}`;

const mapping: ImportMapping = [
  'originalUrl',
  'alias',
  'title',
  'tags',
  'folder',
  'importedClicks',
];
const columns = ['Destination', 'Alias', 'Title', 'Tags', 'Folder', 'Clicks'];

/** An account whose imports a test runs itself. */
async function world({ mostLinks = 100_000, defaults = null as LinkDefaults | null } = {}) {
  const { sql } = database;
  const imports = postgresImports(sql, { mostLinks });
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const state = { isEntitled: true };
  const clock = { now: () => time.nowMs };
  const cached: string[] = [];
  const newId = (atMs: number) => Bun.randomUUIDv7('hex', atMs);
  const run = (id: string, signal = new AbortController().signal) => runImport(ports, id, signal);
  const ports: ImportPorts = {
    imports,
    begin: run,
    clock,
    newId,
    randomBytes,
    plainCell: cellText,
    isEntitled: () => state.isEntitled,
    defaults: { of: async () => defaults, keep: async () => {} },
    domains: { proven: async () => null, usual: async () => null },
    cache: { put: ({ link }) => void cached.push(link.id) },
    rules: {
      readDestination: destinationRules(['https://go.example']),
      explainDestination: destinationProblems(['https://go.example']),
      isReserved: isReservedWord,
      blocksUrl: (href: string) => href.includes('evil'),
    },
  };
  const person = owner({ id: await newUser(sql) });
  const upload = (rows: readonly (readonly string[])[], header: readonly string[] = columns) =>
    openImport(ports, person, { name: 'links.csv', rows: lists([header, ...rows]) });

  return {
    sql,
    person,
    upload,
    run,
    cached,
    time,
    state,
    imports,
    ports,
    check: (importId: string, input: CheckInput) =>
      checkImport(ports, person, { ...input, importId }),
    start: (id: string) => startImport(ports, person, id),
    /** Starts an import that nobody runs. */
    startLater: (id: string) => startImport({ ...ports, begin: async () => {} }, person, id),
    /** Asks for a check that nobody runs. */
    checkLater: (importId: string) =>
      checkImport({ ...ports, begin: async () => {} }, person, { mapping, domain: null, importId }),
    cancel: (id: string) => cancelImport(ports, person.id, id),
    list: () => listImports(ports, person.id),
    find: (id: string) => findImport(ports, person.id, id),
    forget: () => forgetImports(ports),
    /** Uploads and checks. */
    async checked(rows: readonly (readonly string[])[]) {
      const { id } = await upload(rows);
      return this.check(id, { mapping, domain: null });
    },
    /** Uploads, checks and imports. */
    async imported(rows: readonly (readonly string[])[]) {
      const { run: checkedRun } = await this.checked(rows);
      return this.start(checkedRun.id);
    },
    async problems(id: string) {
      const { rows } = await listProblems(ports, person.id, id);
      return (await Array.fromAsync(rows)).flat();
    },
    async links() {
      return sql<{ custom_alias: string; title: string | null; imported_clicks: number | null }[]>`
        SELECT custom_alias, title, imported_clicks FROM links WHERE user_id = ${person.id}
        ORDER BY created_at DESC, id DESC`;
    },
    add: (more: Parameters<typeof someLink>[1]) =>
      postgresLinks(sql).add(someLink(person.id, more)),
  };
}

async function* lists(rows: readonly (readonly string[])[]) {
  yield rows;
}

const shop = 'https://shop.example/';

describe('an import', () => {
  test('checks without adding anything, and then adds exactly what it said', async () => {
    const at = await world();
    const [mine, other, twice] = [fresh(), fresh(), fresh()];
    await at.add({ customAlias: mine, originalUrl: shop });
    await at.add({ customAlias: other, originalUrl: 'https://elsewhere.example/' });
    const rows = [
      [shop, fresh(), 'New', 'Print, autumn', 'Shop', '1,204'],
      [shop, mine.toUpperCase()],
      [shop, other],
      [shop, twice],
      ['https://third.example/', twice],
      [shop, twice],
      ['no address', fresh()],
      ['https://evil.example/', fresh()],
      [shop, 'api'],
      [shop, ''],
    ];

    const checked = await at.checked(rows);
    const before = await at.links();
    const done = await at.start(checked.run.id);

    const counts = { created: 3, existing: 2, alias_taken: 2, invalid: 2, blocked: 1, full: 0 };
    expect(checked.run).toMatchObject({ state: 'checked', doneRows: 10, counts });
    expect(before).toHaveLength(2);
    expect(done.run).toMatchObject({ state: 'done', doneRows: 10, counts });
    expect(done.problems).toEqual(checked.problems);
    expect(done.problems.map(({ row, outcome, column }) => [row, outcome, column])).toEqual([
      [3, 'existing', null],
      [4, 'alias_taken', 'Alias'],
      [6, 'alias_taken', 'Alias'],
      [7, 'existing', null],
      [8, 'invalid', 'Destination'],
      [9, 'blocked', 'Destination'],
      [10, 'invalid', 'Alias'],
    ]);
    expect(await at.links()).toHaveLength(5);
    expect(at.cached).toHaveLength(3);
    expect(await at.links()).toContainEqual(
      expect.objectContaining({ title: 'New', imported_clicks: 1204 }),
    );
    expect((await at.problems(done.run.id)).map(({ cells }) => cells[1])).toContain('api');
  });

  test('adds the labels of its rows once each', async () => {
    const at = await world();

    await at.imported([
      [shop, fresh(), '', 'Print, autumn', 'Shop'],
      [shop, fresh(), '', 'PRINT', 'shop'],
    ]);

    const [counts] = await at.sql`
      SELECT (SELECT count(*)::int FROM tags WHERE user_id = ${at.person.id}) AS tags,
        (SELECT count(*)::int FROM folders WHERE user_id = ${at.person.id}) AS folders,
        (SELECT count(*)::int FROM link_tags JOIN tags ON tags.id = tag_id
          WHERE user_id = ${at.person.id}) AS tagged,
        (SELECT count(*)::int FROM link_folders JOIN folders ON folders.id = folder_id
          WHERE user_id = ${at.person.id}) AS filed`;
    expect(counts).toEqual({ tags: 2, folders: 1, tagged: 3, filed: 2 });
  });

  test('[import-once] goes on after its process has ended, and neither repeats nor leaves out a row', async () => {
    const at = await world();
    const count = 3 * rowsPerSlice + 7;
    const aliases = Array.from({ length: count }, fresh);
    const checked = await at.checked(aliases.map((alias) => [shop, alias]));
    await at.startLater(checked.run.id);
    let slices = 0;
    const { imports } = at;
    const stopping = new AbortController();
    const interrupted: ImportPorts = {
      ...at.ports,
      imports: {
        ...imports,
        async step(id, time, plan) {
          slices += 1;
          if (slices === 2) stopping.abort();
          return imports.step(id, time, plan);
        },
      },
    };

    await runImport(interrupted, checked.run.id, stopping.signal);
    const between = await at.find(checked.run.id);
    const [due] = (await imports.due()).filter((id) => id === checked.run.id);
    await at.run(due ?? '');

    expect(between.run).toMatchObject({ state: 'running', doneRows: 2 * rowsPerSlice });
    expect((await at.find(checked.run.id)).run).toMatchObject({ state: 'done', doneRows: count });
    expect((await at.links()).map((link) => link.custom_alias).toSorted()).toEqual(
      aliases.toSorted(),
    );
  });

  test('[import-once] that two processes run at the same time adds every row once', async () => {
    const at = await world();
    const aliases = Array.from({ length: 4 * rowsPerSlice }, fresh);
    const checked = await at.checked(aliases.map((alias) => [shop, alias]));
    await at.startLater(checked.run.id);

    // oxlint-disable-next-line no-await-in-loop
    while ((await at.find(checked.run.id)).run.state === 'running') {
      // Each round waits for the one before.
      // oxlint-disable-next-line no-await-in-loop
      await Promise.all([at.run(checked.run.id), at.run(checked.run.id)]);
    }

    expect(await at.links()).toHaveLength(aliases.length);
    expect((await at.find(checked.run.id)).run.counts.created).toBe(aliases.length);
  });

  test('stops at the limit of links, and the check says so before', async () => {
    const at = await world({ mostLinks: 3 });
    await at.add({ customAlias: fresh() });
    const rows = Array.from({ length: 5 }, () => [shop, fresh()]);

    const checked = await at.checked(rows);
    const done = await at.start(checked.run.id);

    expect(checked.run.counts).toMatchObject({ created: 2, full: 3 });
    expect(done.run.counts).toMatchObject({ created: 2, full: 3 });
    expect(await at.links()).toHaveLength(3);
  });

  test('does not give an account more folders than it can have', async () => {
    const at = await world();
    const newId = () => Bun.randomUUIDv7();
    const { folders } = postgresLabels({ sql: at.sql, clock: at.ports.clock, newId });
    await Promise.all(
      Array.from({ length: mostFolders - 1 }, (_, index) =>
        folders.add(at.person.id, { name: `Folder ${index}` }),
      ),
    );
    const rows = ['Folder 1', 'One more', 'One too many', 'ONE MORE'].map((folder) => [
      ...[shop, fresh(), '', '', folder],
    ]);

    const checked = await at.checked(rows);
    const done = await at.start(checked.run.id);

    expect(checked.run.counts).toMatchObject({ created: 3, invalid: 1 });
    expect(done.run.counts).toMatchObject({ created: 3, invalid: 1 });
    expect(done.problems).toMatchObject([{ row: 4, column: 'Folder' }]);
  });

  test('keeps the times of the file, also an expiry in the past', async () => {
    const at = await world({
      defaults: { trackClicks: true, trackConversions: true, expirationDays: 30 },
    });
    const alias = fresh();
    const { id } = await at.upload(
      [[shop, alias, '2020-02-03', '2021-04-05', 'No']],
      ['url', 'alias', 'created', 'expires', 'active'],
    );
    const proposed = (await at.find(id)).run.mapping;

    await at.check(id, { mapping: proposed });
    await at.start(id);

    const [link] = await at.sql`
      SELECT created_at, expires_at, is_active, track_conversions FROM links
      WHERE custom_alias = ${alias}`;
    expect(link).toEqual({
      created_at: new Date('2020-02-03'),
      expires_at: new Date('2021-04-05'),
      is_active: false,
      track_conversions: true,
    });
  });

  test('that is cancelled keeps what it has added, and adds nothing more', async () => {
    const at = await world();
    const rows = Array.from({ length: 3 * rowsPerSlice }, () => [shop, fresh()]);
    const checked = await at.checked(rows);
    await at.startLater(checked.run.id);
    const planned = { links: [], problems: [] };
    await at.imports.step(checked.run.id, new Date(), () => planned);

    const cancelled = await at.cancel(checked.run.id);
    await at.run(checked.run.id);

    expect(cancelled.run).toMatchObject({ state: 'cancelled', doneRows: rowsPerSlice });
    expect(await at.links()).toHaveLength(0);
    expect(await at.cancel(checked.run.id)).toEqual(cancelled);
    await expect(at.start(checked.run.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('that is cancelled after its check has added nothing', async () => {
    const at = await world();
    const checked = await at.checked([[shop, fresh()]]);
    expect(checked.run).toMatchObject({ doneRows: 1, counts: { created: 1 } });

    const cancelled = await at.cancel(checked.run.id);

    expect(cancelled.run).toMatchObject({
      state: 'cancelled',
      doneRows: 0,
      counts: { created: 0 },
    });
    expect(await at.links()).toHaveLength(0);
  });

  test('of an account whose trial ends is cancelled', async () => {
    const at = await world();
    const checked = await at.checked([[shop, fresh()]]);
    await at.startLater(checked.run.id);
    at.state.isEntitled = false;

    await at.run(checked.run.id);

    expect((await at.find(checked.run.id)).run.state).toBe('cancelled');
    await expect(at.upload([[shop]])).rejects.toMatchObject({ code: 'plan_required' });
  });
});

test('an account that pays while its import runs keeps it, and one that stops paying does not', async () => {
  const at = await world();
  const ends = new Date(at.time.nowMs + 1000);
  const rows = (count: number) => Array.from({ length: count }, () => [shop, fresh()]);
  const runWhile = async (before: string, after: string) => {
    const set = (status: string) => at.sql`
      UPDATE users SET subscription_status = ${status}, trial_ends_at = ${ends}
      WHERE id = ${at.person.id}`;
    const { run: checkedRun } = await at.checked(rows(rowsPerSlice * 3));
    await at.startLater(checkedRun.id);
    await set(before);
    const imports = {
      ...at.imports,
      async step(...asked: Parameters<typeof at.imports.step>) {
        const step = await at.imports.step(...asked);
        await set(after);
        at.time.nowMs += 5000;
        return step;
      },
    };
    const { signal } = new AbortController();
    await runImport({ ...at.ports, imports, isEntitled: paidOrTrial }, checkedRun.id, signal);
    const { run } = await at.find(checkedRun.id);
    return [run.state, run.doneRows];
  };

  expect(await runWhile('trial', 'active')).toEqual(['done', rowsPerSlice * 3]);
  expect(await runWhile('active', 'canceled')).toEqual(['cancelled', rowsPerSlice]);
});

test('a row with many problems says the first of them, and the file of problems stays small', async () => {
  const at = await world();
  const tags = Array.from({ length: 20 }, () => '\u0007').map((bell, n) => `${bell}${n}`);

  const { run } = await at.checked([[shop, 'a b', '', tags.join(',')]]);

  const [problem] = await at.problems(run.id);
  expect(problem?.message.length).toBeLessThan(300);
});

test('cells that were protected from spreadsheets are stored as they were', async () => {
  const at = await world();

  await at.imported([[shop, fresh(), "'@brand sale"]]);

  expect((await at.links())[0]?.title).toBe('@brand sale');
});

describe('the imports of an account', () => {
  test('an upload replaces one that has not started, and is refused while one runs', async () => {
    const at = await world();
    const first = await at.upload([[shop, fresh()]]);
    const second = await at.checked([[shop, fresh()]]);
    await expect(at.find(first.id)).rejects.toMatchObject({ code: 'not_found' });
    await at.startLater(second.run.id);

    await expect(at.upload([[shop, fresh()]])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('cannot start without a check, nor be checked after the start', async () => {
    const at = await world();
    const { id } = await at.upload([[shop, fresh()]]);

    await expect(at.start(id)).rejects.toMatchObject({ code: 'conflict' });
    await at.check(id, { mapping, domain: null });
    const started = await at.start(id);
    expect(await at.start(id)).toEqual(started);
    const again = at.check(id, { mapping, domain: null });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each([
    ['a field for each column', ['originalUrl']],
    ['the destinations', ['alias', null, null, null, null, null]],
    ['each field once', ['originalUrl', 'originalUrl', null, null, null, null]],
  ] as const)('need %s', async (_, wrong) => {
    const at = await world();
    const { id } = await at.upload([[shop, fresh()]]);

    const checking = at.check(id, { mapping: wrong });

    await expect(checking).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a second check begins again, with its own mapping', async () => {
    const at = await world();
    const alias = fresh();
    const { run } = await at.checked([[shop, alias, 'One']]);

    const again = await at.check(run.id, {
      mapping: ['originalUrl', null, 'alias', null, null, null],
    });

    expect(again.run.counts.created).toBe(1);
    expect(again.run.doneRows).toBe(1);
  });

  test('are deleted after 30 days, and after a day without a start', async () => {
    const at = await world();
    const done = await at.imported([[shop, fresh()]]);
    const waiting = await at.upload([[shop, fresh()]]);

    at.time.nowMs += 2 * dayMs;
    await at.forget();
    const afterTwo = await at.list();
    at.time.nowMs += 29 * dayMs;
    await at.forget();

    expect(waiting.state).toBe('uploaded');
    expect(afterTwo.map(({ id }) => id)).toEqual([done.run.id]);
    expect(await at.list()).toEqual([]);
    expect(await at.links()).toHaveLength(1);
  });

  test('of another account are not found', async () => {
    const [at, another] = await Promise.all([world(), world()]);
    const { run } = await at.checked([[shop, fresh()]]);

    const attempts = [
      () => another.find(run.id),
      () => another.start(run.id),
      () => another.cancel(run.id),
      () => another.problems(run.id),
    ];

    for (const attempt of attempts) {
      // One after another, so that each failure has its own line.
      // oxlint-disable-next-line no-await-in-loop
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

test('[webhook-events] each imported link is one event, as a single call’s is', async () => {
  const at = await world();
  await at.imported([
    [shop, fresh(), 'One', 'Print, autumn', 'Shop'],
    [shop, fresh(), 'Two'],
    ['no address', fresh()],
  ]);
  const events = await at.sql`
    SELECT type, count(DISTINCT link_id)::int AS links, count(*)::int AS events FROM events
    WHERE user_id = ${at.person.id} GROUP BY type ORDER BY type`;
  expect([...events]).toEqual([
    { type: 'import.finished', links: 0, events: 1 },
    { type: 'link.created', links: 2, events: 2 },
  ]);
});

test.each(['checkLater', 'startLater'] as const)(
  'of the imports that are due, an older one comes last when it was asked last (%s)',
  async (ask) => {
    await database.sql`DELETE FROM imports`;
    const [older, newer] = [await world(), await world()];
    const first = (await older.checked([[shop, fresh()]])).run.id;
    const second = (await newer.checked([[shop, fresh()]])).run.id;

    await newer[ask](second);
    await older[ask](first);

    expect(await older.imports.due()).toEqual([second, first]);
  },
);
