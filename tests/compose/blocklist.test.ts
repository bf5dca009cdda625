import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkIndex } from '#core/redirect/link-index';
import { openBlocklist } from '#adapters/blocklist/blocklist';
import { startOwnJobs } from '#adapters/timers/jobs';
import { servedDomains } from '#core/domains/served-domains';
import { linkJobs, redirectJobs } from '#roots/compose/jobs';
import { memoryLog } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { aRoutedLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const { sql, drop } = await testDatabase(schema);
afterAll(drop);
const cleanUp = cleanUps();
const link = aRoutedLink();
/** The maximum time from the file's change until the last instance applies a ban. */
const promisedSeconds = 5;

function instance(dataDir: string) {
  const log = memoryLog();
  const blocklist = openBlocklist({ dataDir, log });
  const index = linkIndex(() => false, blocklist.blocksLink);
  index.put(link);
  const disk = { look: async () => {} };
  const jobs = redirectJobs({ index, blocklist, domains: servedDomains(), disk });
  cleanUp.add(startOwnJobs(jobs, log));
  return { blocklist, log, index, isBlocked: () => index.find(link.code)?.isBlocked === true };
}

test('[blocklist] a ban takes effect on every instance with the same file within 5 s, and ends as fast', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'blocklist.txt');
  const instances = [instance(folder.path), instance(folder.path)];
  const allSay = (isBlocked: boolean) =>
    until(
      `blocked: ${isBlocked}`,
      () => instances.every((each) => each.isBlocked() === isBlocked),
      promisedSeconds,
    );
  expect(instances.map((each) => each.isBlocked())).toEqual([false, false]);

  writeFileSync(file, '# nothing yet\n');
  writeFileSync(`${file}.new`, 'shop.example\n');
  renameSync(`${file}.new`, file);
  await allSay(true);
  expect(instances.map(({ blocklist }) => blocklist.blocksUrl('https://shop.example/x'))).toEqual([
    true,
    true,
  ]);
  writeFileSync(file, '/Ab3dEfG\nwhat is this\n');
  await until(
    'the next version',
    () => instances.every(({ log }) => log.lines.some((line) => line.includes('"lines":"2"'))),
    promisedSeconds,
  );
  await allSay(true);
  rmSync(file);
  await allSay(false);
});

test('[blocklist] existing bans apply from the first moment of a start', () => {
  using folder = tempFolder();
  writeFileSync(join(folder.path, 'blocklist.txt'), `${link.userId}\n`);

  expect(instance(folder.path).isBlocked()).toBe(true);
});

test('[blocklist] accounts that Postgres named as banned stay banned when a start cannot ask it', async () => {
  using folder = tempFolder();
  const userId = await newUser(sql);
  const disable = (at: Date | null) =>
    sql`UPDATE users SET disabled_at = ${at} WHERE id = ${userId}`;
  const theirs = { ...link, userId, version: link.version + 1 };
  /** One run until the answer of Postgres is kept. */
  const run = async (isBlocked: boolean) => {
    const now = instance(folder.path);
    now.index.put(theirs);
    const end = startOwnJobs(linkJobs({ ...now, sql }), now.log);
    await until(`blocked: ${isBlocked}`, () => now.isBlocked() === isBlocked, promisedSeconds);
    await end();
  };
  const startsBlocked = () => {
    const later = instance(folder.path);
    later.index.put(theirs);
    return later.isBlocked() && later.blocklist.bans.isBanned(userId);
  };
  await disable(new Date());
  await run(true);
  expect(startsBlocked()).toBe(true);

  await disable(null);
  await run(false);
  expect(startsBlocked()).toBe(false);

  rmSync(join(folder.path, 'banned.snapshot'));
  mkdirSync(join(folder.path, 'banned.snapshot'));
  expect(startsBlocked()).toBe(false);
});

test('[blocklist] an unreadable file keeps the last bans, and is logged', async () => {
  using folder = tempFolder();
  const file = join(folder.path, 'blocklist.txt');
  writeFileSync(file, 'shop.example\n');
  const { log, isBlocked } = instance(folder.path);
  await until('blocked', isBlocked, promisedSeconds);

  rmSync(file);
  mkdirSync(file);

  await until('said', () => log.lines.join().includes('read the blocklist'), promisedSeconds);
  expect(isBlocked()).toBe(true);
});
