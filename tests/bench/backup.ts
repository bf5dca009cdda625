// Backups of a running Waypost: `bun run bench:backup [MILLIONS]`. The demo's clicks are multiplied
// inside ClickHouse, each with an id, a time and a visitor of its own. Measures a first backup, a second
// one without changes, one after a day with new clicks, with and without a key; then a restore.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newBackupKey } from '#adapters/backups/key-seal';
import { everythingKept } from '#tests/support/databases/everything-kept';
import { seedDemo } from '#tests/demo/demo';
import { operate } from '#tests/support/processes/operate';
import { newDataDir } from '#tests/support/processes/waypost';

const millions = Number(Bun.argv[2] ?? 1);
const [dataDir, place] = [await newDataDir(), await newDataDir()];
const waypost = await seedDemo({ dataDir: dataDir.path });
try {
  await multiply(dataDir.path);
  const plain = join(place.path, 'plain');
  await step('first', ['backup', plain]);
  await step('unchanged', ['backup', plain]);
  await oneMoreDay(dataDir.path);
  await step('one changed day', ['backup', plain]);
  const key = newBackupKey();
  await step('first, encrypted', ['backup', join(place.path, 'sealed')], { BACKUP_KEY: key });
  await waypost.stop();
  await step('restore', ['restore', plain], { DATA_DIR: join(place.path, 'restored') });
  await rm(join(place.path, 'restored'), { recursive: true });
  const sealed = join(place.path, 'sealed');
  const restored = join(place.path, 'restored');
  await step('restore, encrypted', ['restore', sealed], { DATA_DIR: restored, BACKUP_KEY: key });
} finally {
  await waypost.stop();
  await Promise.all([dataDir.remove(), place.remove()]);
}

async function multiply(folder: string): Promise<void> {
  await using kept = await everythingKept(folder);
  const [row] = await (
    await kept.events.query({ query: 'SELECT count() AS n FROM clicks', format: 'JSONEachRow' })
  ).json<{ n: string }>();
  const copies = Math.ceil((millions * 1e6) / Number(row?.n));
  for (let copy = 1; copy < copies; copy += 1) await copyClicks(kept.events, '1');
  const answer = await kept.events.query({
    query: `SELECT count() AS n, (SELECT sum(bytes_on_disk) FROM system.parts
      WHERE database = currentDatabase() AND table = 'clicks' AND active) AS bytes FROM clicks`,
    format: 'JSONEachRow',
  });
  const [{ n, bytes } = { n: '0', bytes: '0' }] = await answer.json<{ n: string; bytes: string }>();
  console.log(`${n} clicks, ${(Number(bytes) / 1e6).toFixed(1)} MB in ClickHouse`);
}

async function oneMoreDay(folder: string): Promise<void> {
  await using kept = await everythingKept(folder);
  await copyClicks(kept.events, 'toDate(clicked_at) = toDate(now()) - 1');
}

type Events = Awaited<ReturnType<typeof everythingKept>>['events'];

/** One more copy of the demo's own clicks, which are the ones with the first visitor ids. */
async function copyClicks(events: Events, where: string): Promise<void> {
  await events.command({
    query: `INSERT INTO clicks SELECT * REPLACE (
        generateUUIDv7() AS click_id, generateUUIDv4() AS batch, rand64() AS visitor_id,
        clicked_at - toIntervalMillisecond(rand() % 1800000) AS clicked_at
      ) FROM clicks WHERE ${where} LIMIT 39000`,
    clickhouse_settings: { max_partitions_per_insert_block: '0', insert_deduplicate: 0 },
  });
}

async function step(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const beganMs = performance.now();
  const { code, out, err } = await operate(args, { DATA_DIR: dataDir.path, ...env });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${out}${err}`);
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  console.log(`${name}: ${seconds} s; ${out.split('\n')[0]}`);
}
