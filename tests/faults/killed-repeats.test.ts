import { expect, test } from 'bun:test';
import { scopes } from '#contract/accounts/api-keys';
import { cleanUps } from '#tests/support/clean-ups';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { signUpConfirmed } from '#tests/support/person';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { until } from '#tests/support/until';
import { eventually } from '#tests/support/waiting';

const dataDir = await newDataDir();
const database = await testDatabase(schema);
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(database.drop);
cleanUp.add(() => waypost?.killTree());

const env = { DATABASE_URL: database.url };
const attempts = 20;

/** Of each kind of effect, how to make it and how to count it. */
const kinds = [
  {
    path: '/links',
    json: { originalUrl: 'https://shop.example/', title: 'Killed' },
    list: '/links?limit=100',
    isIt: ({ title }: Shown) => title === 'Killed',
  },
  {
    path: '/tags',
    json: { name: 'Killed' },
    list: '/tags',
    isIt: ({ name }: Shown) => name === 'Killed',
  },
  {
    path: '/analytics/annotations',
    json: { date: '2026-11-20', text: 'Killed' },
    list: '/analytics/annotations',
    isIt: ({ text }: Shown) => text === 'Killed',
  },
] as const;

type Shown = {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
  readonly text?: string;
};

/** Every call that has had its effect waits here before its answer is kept. */
async function holdAnswers() {
  const { sql } = database;
  const keeper = await sql.reserve();
  await keeper`SELECT pg_advisory_lock(4711)`;
  await sql`
    CREATE FUNCTION wait_before_answer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(4711);
      RETURN NEW;
    END $$`;
  await sql`
    CREATE TRIGGER held BEFORE UPDATE OF finished_at ON idempotent_calls
    FOR EACH ROW EXECUTE FUNCTION wait_before_answer()`;
  const waiting = () => sql<{ pid: number }[]>`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`;
  return {
    count: async () => (await waiting()).length,
    reached: (count: number) =>
      until(`${count} calls wait for their answer`, async () => (await waiting()).length >= count),
    /** Ends what the killed process had sent, as when it was killed a moment earlier. */
    async end(): Promise<void> {
      await Promise.all(
        (await waiting()).map(({ pid }) => sql`SELECT pg_terminate_backend(${pid}, 5000)`),
      );
      await keeper`SELECT pg_advisory_unlock(4711)`;
      keeper.release();
      await sql`DROP TRIGGER held ON idempotent_calls`;
    },
  };
}

test('[idempotency-keys] calls whose process is killed between their effect and their answer have one effect when they are sent again', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  const { url } = waypost;
  const person = await signUpConfirmed(url, dataDir.path);
  const made = await person.send('POST', '/api/keys', { name: 'Shop', scopes: [...scopes] });
  const { key } = await made.json();
  const authorization = `Bearer ${key}`;
  const send = (at: string, { path, json }: (typeof kinds)[number]) =>
    fetch(`${at}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': `once${path}`,
      },
      body: JSON.stringify(json),
    });

  const held = await holdAnswers();
  const refused: number[] = [];
  const calls = kinds.flatMap((kind) =>
    Array.from({ length: attempts }, () =>
      send(url, kind).then(
        ({ status }) => void refused.push(status),
        () => 'no answer' as const,
      ),
    ),
  );
  await held.reached(kinds.length);
  // On a slow machine another attempt may have taken a call over after 15 seconds, and waits as well.
  await until(
    'every other call is answered',
    async () => refused.length + (await held.count()) === calls.length,
  );
  await waypost.killTree();
  const answers = await Promise.all(calls);
  const effects = await database.sql`
    SELECT (SELECT count(*) FROM links)::int AS links, (SELECT count(*) FROM tags)::int AS tags,
      (SELECT count(*) FROM annotations)::int AS annotations,
      (SELECT count(*) FROM idempotent_calls WHERE finished_at IS NOT NULL)::int AS finished`;
  await held.end();

  waypost = await startWaypost({ dataDir: dataDir.path, env });
  const again = waypost.url;
  for (const kind of kinds) {
    // Another attempt may take a call over 15 seconds after it began.
    const retried = await eventually(
      () => send(again, kind),
      ({ status }) => status !== 409,
      30,
    );
    const { id } = await retried.json();
    const repeated = await send(again, kind);
    const list = await fetch(`${again}/api/v1${kind.list}`, { headers: { authorization } });
    const { data }: { data: Shown[] } = await list.json();

    expect([kind.path, retried.status, repeated.status]).toEqual([kind.path, 201, 201]);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expect(data.filter(kind.isIt).map((shown) => shown.id)).toEqual([id]);
  }

  expect([...effects]).toEqual([{ links: 1, tags: 1, annotations: 1, finished: 0 }]);
  // Of the first calls none was told that it had succeeded.
  const tooLate = refused.filter((status) => status === 503).length;
  expect(refused.filter((status) => ![409, 503].includes(status))).toEqual([]);
  const unanswered = answers.filter((answer) => answer === 'no answer').length;
  expect(unanswered + tooLate).toBeGreaterThanOrEqual(kinds.length);
}, 180_000);
