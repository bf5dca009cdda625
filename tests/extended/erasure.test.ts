import { afterAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { everythingKept, type Kept } from '#tests/support/databases/everything-kept';
import { arrive, liveThere, newMarked } from '#tests/support/builders/marked-person';
import { numbersNow, numbersOnceCounted } from '#tests/support/readers/numbers';
import { personAt, signUp } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { visit } from '#tests/support/visitor';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
const env = { TRUSTED_PROXIES: '127.0.0.1,::1', SUPPORT_EMAIL: 'help@waypost.test' };
let waypost: Waypost | undefined;
afterAll(async () => {
  await waypost?.killTree();
  await dataDir.remove();
});

/** Tables without an owner column, with the reason. In every other table the person has a row. */
const nobodysTables: Readonly<Record<string, string>> = {
  'postgres schema_migrations': 'the product’s own',
  'postgres instances': 'how far each process has come',
  'postgres visitor_salts': 'a random number for each day, for two days',
  'postgres erasures': 'filled by the deletion itself, with the ids of what is gone',
  'postgres deleted_accounts': 'filled by the deletion itself, with the id alone',
  'postgres backups': 'when backups were taken',
  'postgres login_failures': 'keyed hashes, for a day',
  'postgres rate_limits': 'keyed hashes, until the limit ends',
  'postgres spent_social_tickets': 'digests of what a provider sent back, for minutes',
  'postgres past_trials': 'keyed hashes of the addresses of deleted accounts, for a year',
  'postgres payment_events': 'ids that the provider gave its events',
  'postgres payment_failures': 'keyed hashes, for two days',
  'postgres secret_fingerprints': 'one, derived from the secret of the instance',
  'postgres event_marks': 'up to when expired links were recorded',
  'postgres clock_marks': 'when this installation last ran',
  'postgres payment_accounts': 'which Stripe account was used, by a price of the instance',
  'postgres payment_lists': 'when the provider was last asked',
  'postgres idempotent_conversions': 'filled by instances of the former version alone',
  'postgres payment_orphans': 'filled by the deletion itself, until the payment is ended',
  'postgres event_store_logins': 'with a ClickHouse server alone, until the user there is removed',
  'postgres test_payments': 'test cards, under ids that only the account’s own rows lead to',
  'postgres test_payment_events': 'ids of test payments',
  'clickhouse migrations': 'the product’s own',
  'clickhouse archive_folds': 'which months were archived',
  'clickhouse lasting_visitors': 'until which day visitor ids could be those of cookies',
  'clickhouse analyst_erasures': 'ids of deleted links, while an account with SQL deletes some',
};

/** The pictures of all people, including originals. */
async function pictures(): Promise<string[]> {
  const entries = await readdir(join(dataDir.path, 'objects'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/**
 * What nobody can do within a minute, or on this instance: being known to a provider, clicks from
 * years ago, a checked destination, and an alert that was raised.
 */
async function age(kept: Kept, whose: { userId: string; linkId: string; word: string }) {
  const { userId, linkId, word } = whose;
  await kept.sql`UPDATE users SET google_id = ${word} WHERE id = ${userId}`;
  await kept.sql`UPDATE split_destinations SET name = ${word}`;
  await kept.sql`
    INSERT INTO split_judgements (test_id, day, judgement)
    SELECT id, '2026-01-01', ${kept.sql.json({ word })} FROM split_tests WHERE link_id = ${linkId}`;
  await kept.sql`
    WITH checked AS (
      INSERT INTO destinations (id, user_id, url, url_digest, host, next_check_at)
      VALUES (${crypto.randomUUID()}, ${userId}, ${`https://example.com/${word}`},
        sha256('digest'), 'example.com', now() + interval '1 week')
      RETURNING id)
    INSERT INTO link_destinations (link_id, destination_id) SELECT ${linkId}, id FROM checked`;
  await kept.sql`
    INSERT INTO alarms (id, alert_id, user_id, began_at, until, seen, raised_at)
    SELECT ${crypto.randomUUID()}, id, user_id, now(), now(), 5, now() FROM alerts
    WHERE user_id = ${userId}`;
  const counted = { day: '2020-02-02', class: 'human', split_version: 1, variant: 0, count: 5 };
  const month = { month: 202_002, fold: crypto.randomUUID() };
  const values = [{ ...counted, user_id: userId, link_id: linkId, fold: month.fold }];
  await kept.events.insert({ table: 'clicks_archive', format: 'JSONEachRow', values });
  const marked = [{ ...month, step: 'counted', marked_at: '2022-03-01 00:00:00.000' }];
  await kept.events.insert({ table: 'archive_folds', format: 'JSONEachRow', values: marked });
}

test('[complete-erasure] of a deleted account nothing is left, also after a kill during the erasure', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  const other = await signUp(waypost.url);
  const untouched = await other.createLink({ originalUrl: 'https://example.com/kept' });
  for (let count = 0; count < 3; count += 1) await visit(untouched.shortUrl);
  const marked = newMarked();
  const { word, password, address } = marked;
  const person = await arrive(waypost.url, marked);
  const { id: userId } = await (await person.get('/api/auth/user')).json();
  let kept = await everythingKept(dataDir.path);
  await kept.sql`UPDATE users SET verified = true WHERE id = ${userId}`;
  const link = await liveThere({ url: waypost.url, dataDir: dataDir.path }, person, marked);
  await numbersOnceCounted(person, 6, 30);
  await age(kept, { userId, linkId: link.id, word });
  const before = await numbersOnceCounted(other, 3, 30);
  const [test] = await kept.sql`SELECT id::text FROM split_tests WHERE link_id = ${link.id}`;
  const marks = [word, userId, String(test?.['id'])];

  // The search does find each text while it is stored, in every table that may contain it.
  const tables = await kept.tables();
  expect(Object.keys(nobodysTables).filter((table) => !tables.includes(table))).toEqual([]);
  const empty = await eventually(
    async () => {
      const found = await kept.find([...marks, link.id]);
      const isFound = (table: string) => found.some((place) => place.startsWith(`${table}:`));
      return tables.filter((table) => nobodysTables[table] === undefined && !isFound(table));
    },
    (missing) => missing.length === 0,
    30,
  );
  expect(empty).toEqual([]);
  expect((await kept.find(marks)).filter((place) => place.startsWith('file mail/'))).not.toEqual(
    [],
  );
  expect((await pictures()).length).toBeGreaterThan(0);
  // The address itself is stored nowhere after the drain.
  expect(await kept.find([address])).toEqual([]);
  // Nor is a secret that opens the account.
  expect(await kept.find([password, person.cookie.split('=')[1] ?? ''])).toEqual([]);

  const farewell = await person.send('DELETE', '/api/profile', { password });
  await waypost.killTree();
  expect(farewell.status).toBe(204);
  await kept[Symbol.asyncDispose]();
  const said = waypost.output();
  waypost = await startWaypost({ dataDir: dataDir.path, env });

  kept = await everythingKept(dataDir.path);
  const left = await eventually(
    () => kept.find(marks),
    (places) => places.every((place) => /^postgres (erasures|deleted_accounts)/.test(place)),
    60,
  );
  // What remains are the requests themselves: the ids of the removed things, and no name.
  expect(left.toSorted()).toEqual(['postgres deleted_accounts: 1', 'postgres erasures: 1']);
  expect(await kept.find([word])).toEqual([]);
  // The snapshot of links also stores that the link is gone, for when Postgres is away.
  const goneIn = await kept.find([link.id]);
  expect(goneIn.filter((place) => !/^(postgres erasures|file links)\b/.test(place))).toEqual([]);
  await eventually(pictures, (names) => names.length === 0, 60);
  await eventually(
    () => kept.sql`SELECT id FROM payment_orphans`,
    (orphans) => orphans.length === 0,
    60,
  );
  const after = await numbersNow(personAt(waypost.url, other.cookie));
  expect(after).toEqual(before);
  for (const log of [said, waypost.output()]) {
    expect(marks.filter((mark) => log.includes(mark))).toEqual([]);
    expect(log).not.toContain(address);
    expect(log).not.toContain('utm_');
  }
  await kept[Symbol.asyncDispose]();
}, 600_000);
