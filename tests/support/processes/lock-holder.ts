import { openLocks } from '#adapters/postgres/pool/locks';

const [url = '', name = ''] = process.argv.slice(2);

/** Holds a lock until the process is killed, and prints that it does. */
await openLocks(url).unlessHeld(name, async () => {
  process.stdout.write('held\n');
  await new Promise(() => setInterval(() => {}, 60_000));
});
