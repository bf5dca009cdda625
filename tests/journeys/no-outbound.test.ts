import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { readFileSync } from 'node:fs';
import { runReadmeSession } from '#tests/support/readme-session';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

/** Packets that the process's network could not send anywhere: it has no route but loopback. */
function packetsWithoutRoute(pid: number): number {
  const [names = '', values = ''] = readFileSync(`/proc/${pid}/net/snmp`, 'utf8').split('\n');
  const at = names.split(' ').indexOf('OutNoRoutes');
  return Number(values.split(' ')[at]);
}

const missing =
  process.getuid?.() !== 0
    ? 'a network of its own needs root'
    : Bun.which('ip') === null || Bun.which('unshare') === null
      ? 'ip and unshare are not installed'
      : null;
if (missing !== null) console.log(`skipped: no outbound connections, because ${missing}`);

test.skipIf(missing !== null)(
  'SEC-31 PRIV-12: without any route out the main job works, and nothing tries to get out',
  async () => {
    const alone = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    waypost = await startWaypost({ dataDir: dataDir.path, inside: alone });
    const withIt = ['nsenter', `--net=/proc/${waypost.pid}/ns/net`];

    const session = await runReadmeSession(waypost.url, withIt);
    const before = packetsWithoutRoute(waypost.pid);
    await Bun.spawn([...withIt, 'curl', '-sm', '2', 'http://192.0.2.1/']).exited;

    expect(session.exitCode).toBe(0);
    expect(session.printed).toContain('"totalClicks":4');
    expect(before).toBe(0);
    // The counter does see an attempt: the one made here on purpose.
    expect(packetsWithoutRoute(waypost.pid)).toBeGreaterThan(0);
  },
);
