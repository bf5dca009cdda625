import { afterAll, describe, expect, test } from 'bun:test';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';
import { connect } from '#adapters/postgres/connect';
import { migrate, MigrationError } from '#adapters/postgres/migrate';
import { testDatabase } from '#tests/support/databases/postgres';
import { isExtended } from '#tests/support/extent';

const shipped = join(import.meta.dir, '../../../migrations');
const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function copyOfShipped(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-migrations-'));
  folders.push(folder);
  await cp(shipped, folder, { recursive: true });
  return folder;
}

/** Prepares a database with these files, the first of all migrations: for `testDatabase`. */
function withFiles(names: readonly string[]) {
  return async (url: string): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-migrations-'));
    folders.push(folder);
    for (const name of names) await cp(join(shipped, name), join(folder, name));
    const sql = connect(url, { connections: 1 });
    await migrate(sql, folder);
    await sql.end();
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** The whole schema that the migrations made, as comparable text. */
async function schemaOf(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ schema: string }[]>`
    SELECT json_build_object(
      'columns', (SELECT json_agg(c ORDER BY c.table_name, c.ordinal_position) FROM (
        SELECT table_name, ordinal_position, column_name, data_type, column_default, is_nullable
        FROM information_schema.columns WHERE table_schema = 'public') c),
      'indexes', (SELECT json_agg(indexdef ORDER BY indexname) FROM pg_indexes
        WHERE schemaname = 'public'),
      'constraints', (SELECT json_agg(pg_get_constraintdef(oid) ORDER BY conrelid::regclass::text, conname)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
      'triggers', (SELECT json_agg(pg_get_triggerdef(oid) ORDER BY tgname) FROM pg_trigger
        WHERE NOT tgisinternal),
      'functions', (SELECT json_agg(prosrc ORDER BY proname) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace)
    )::text AS schema`;
  return row?.schema ?? '';
}

/** Splits a file after each of its statements; bodies in $$ stay whole. */
function statementsOf(text: string): string[] {
  const bare = text.replaceAll(/^--.*$/gm, '');
  return (bare.match(/(?:\$\$[\s\S]*?\$\$|[^;$])+;/g) ?? []).map((statement) => statement.trim());
}

describe('[migrations] migrations', () => {
  test('an empty database gets every file, an up-to-date one none', async () => {
    const { sql, drop } = await testDatabase();

    const first = await migrate(sql, shipped);
    const second = await migrate(sql, shipped);

    expect(first).toEqual(await namesIn(shipped));
    expect(second).toEqual([]);
    await drop();
  });

  test('two concurrent starts apply each file once', async () => {
    const { sql, url, drop } = await testDatabase();
    const other = connect(url, { connections: 1 });

    const both = await Promise.all([migrate(sql, shipped), migrate(other, shipped)]);

    expect(both.flat().sort()).toEqual(await namesIn(shipped));
    await other.end();
    await drop();
  });

  test('after a kill at any statement the next start creates the same schema', async () => {
    const whole = await testDatabase();
    await migrate(whole.sql, shipped);
    const expected = await schemaOf(whole.sql);
    const kill = 'SELECT pg_terminate_backend(pg_backend_pid());';
    let kills = 0;
    // The extended checks kill after every statement of every file.
    const [stride, oldest] = isExtended ? [1, 0] : [6, -5];

    const names = await namesIn(shipped);
    const killed = names.slice(oldest);
    for (const name of killed) {
      const index = names.indexOf(name);
      const text = await Bun.file(join(shipped, name)).text();
      const statements = statementsOf(text);
      const earlier = withFiles(names.slice(0, index));
      for (let boundary = 0; boundary <= statements.length; boundary += stride) {
        const folder = await copyOfShipped();
        const { sql, url, drop } = await testDatabase(earlier);
        const doomed = connect(url, { connections: 1 });
        await Bun.write(join(folder, name), [...statements.slice(0, boundary), kill].join('\n'));

        const interrupted = await migrate(doomed, folder).then(
          () => false,
          () => true,
        );
        await Bun.write(join(folder, name), text);
        await migrate(sql, folder);

        kills += Number(interrupted);
        expect(await schemaOf(sql)).toBe(expected);
        await doomed.end({ timeout: 0 });
        await drop();
      }
    }
    expect(kills).toBeGreaterThanOrEqual(killed.length);
    await whole.drop();
  }, 240_000);

  test('rules with withdrawn codes get the codes that visitors have', async () => {
    const names = await namesIn(shipped);
    const before = names.slice(0, names.indexOf('0072_former_codes.sql'));
    const { sql, drop } = await testDatabase(withFiles(before));
    const own = {
      devices: [],
      systems: [],
      countries: [],
      languages: [],
      url: 'https://a.example/',
    };
    const stale = [
      { ...own, id: 1, countries: ['FX', 'DE', 'FR'], url: 'https://a.example/-UK' },
      { ...own, id: 2, languages: ['iw-UK', 'in', 'pt-BR', 'no', 'deu'] },
    ];
    const fresh = [{ ...own, id: 3, countries: ['FR'], languages: ['he'] }];
    await linkWith('stale', { rules: stale, passQuery: true });
    await linkWith('fresh', { rules: fresh });
    await linkWith('plain', {});

    await migrate(sql, shipped);

    const links = await sql<{ title: string; version: number; options: unknown }[]>`
      SELECT title, version::int, options FROM links ORDER BY title DESC`;
    expect([...links]).toEqual([
      {
        title: 'stale',
        version: 2,
        options: {
          rules: [
            { ...stale[0], countries: ['FR', 'DE'] },
            { ...stale[1], languages: ['he-GB', 'id', 'pt-BR', 'no', 'de'] },
          ],
          passQuery: true,
        },
      },
      { title: 'plain', version: 1, options: {} },
      { title: 'fresh', version: 1, options: { rules: fresh } },
    ]);
    await drop();

    async function linkWith(title: string, options: postgres.JSONValue): Promise<void> {
      const id = Bun.randomUUIDv7();
      await sql`
        INSERT INTO users (id, email, first_name, last_name, trial_ends_at, created_at, updated_at)
        VALUES (${id}, ${`${title}@example.com`}, 'Ada', 'Byron', now(), now(), now())`;
      await sql`
        INSERT INTO links (id, user_id, original_url, title, short_code, options, created_at, updated_at)
        VALUES (${id}, ${id}, 'https://a.example/', ${title}, ${title}, ${sql.json(options)}, now(), now())`;
    }
  });

  test('a split test that runs already becomes a test of its own, with its number', async () => {
    const before = (await namesIn(shipped)).filter((name) => name < '0076');
    const { sql, drop } = await testDatabase(withFiles(before));
    const id = Bun.randomUUIDv7();
    const createdAt = new Date('2026-11-02T23:30:00Z');
    await sql`
      INSERT INTO users (id, email, first_name, last_name, trial_ends_at, created_at, updated_at)
      VALUES (${id}, 'ada@example.com', 'Ada', 'Byron', now(), now(), now())`;
    await linkTo('running', true, ['https://a.example/']);
    await sql`
      UPDATE links SET split_test_urls = '["https://b.example/", "https://c.example/"]'
      WHERE short_code = 'running'`;
    await linkTo('single', true, ['https://a.example/']);
    await linkTo('off', false, ['https://a.example/', 'https://b.example/']);

    await migrate(sql, shipped);

    const tests = await sql`
      SELECT short_code AS code, links.version::int AS "linkVersion", test.version,
        began_at AS "beganAt", ended_at AS "endedAt", (
          SELECT json_agg(json_build_array(place, url) ORDER BY place)
          FROM split_destinations AS destination JOIN split_addresses ON destination_id = destination.id
          WHERE test_id = test.id) AS addresses, (
          SELECT json_agg(json_build_array(from_day, slots)) FROM split_shares
          WHERE test_id = test.id) AS shares
      FROM split_tests AS test JOIN links ON links.id = link_id`;
    expect([...tests]).toEqual([
      {
        code: 'running',
        linkVersion: 2,
        version: 2,
        beganAt: createdAt,
        endedAt: null,
        addresses: [
          [1, 'https://b.example/'],
          [2, 'https://c.example/'],
        ],
        shares: [['2026-11-02', [1, 1]]],
      },
    ]);
    await drop();

    async function linkTo(code: string, isOn: boolean, urls: string[]): Promise<void> {
      await sql`
        INSERT INTO links (id, user_id, original_url, short_code, split_test_enabled,
          split_test_urls, created_at, updated_at)
        VALUES (${Bun.randomUUIDv7()}, ${id}, 'https://o.example/', ${code}, ${isOn},
          ${sql.json(urls)}, ${createdAt}, ${createdAt})`;
    }
  });

  test('a file that was changed after it was applied stops the start', async () => {
    const folder = await copyOfShipped();
    const { sql, drop } = await testDatabase();
    await migrate(sql, folder);
    const [name = ''] = await namesIn(folder);
    await Bun.write(join(folder, name), `${await Bun.file(join(folder, name)).text()}\n-- later`);

    const again = migrate(sql, folder);

    await expect(again).rejects.toThrow(
      new MigrationError(`${name} was changed after it was applied`),
    );
    await drop();
  });

  test('a recorded file that is unknown stops the start, as data of a newer version', async () => {
    const folder = await copyOfShipped();
    const { sql, drop } = await testDatabase();
    await migrate(sql, folder);
    const [name = ''] = await namesIn(folder);
    await rm(join(folder, name));

    await expect(migrate(sql, folder)).rejects.toThrow('newer version of Waypost');
    await drop();
  });

  test('a new file that sorts before an applied one stops the start', async () => {
    const folder = await copyOfShipped();
    const { sql, drop } = await testDatabase();
    await migrate(sql, folder);
    await Bun.write(join(folder, '0000_before.sql'), 'SELECT 1;');

    await expect(migrate(sql, folder)).rejects.toThrow('stands before');
    await drop();
  });

  test('a file with an error leaves no changes', async () => {
    const folder = await copyOfShipped();
    const { sql, drop } = await testDatabase();
    await Bun.write(join(folder, '9000_wrong.sql'), 'CREATE TABLE half (id int);\nSELECT 1 / 0;');

    await expect(migrate(sql, folder)).rejects.toThrow('division by zero');

    const [row] =
      await sql`SELECT to_regclass('half') AS half, count(*)::int AS recorded FROM schema_migrations`;
    expect(row).toEqual({ half: null, recorded: (await namesIn(shipped)).length });
    await drop();
  });
});
