import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { cleanUps } from '#tests/support/clean-ups';
import { flood } from '#tests/support/processes/flood';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { signUp } from '#tests/support/person';
import { isRunning } from '#tests/support/processes/processes';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { agents, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();
const needs = Bun.which('prlimit') === null ? 'prlimit is not installed' : null;
if (needs !== null) console.log(`skipped: out of file descriptors, because ${needs}`);

async function startWithin(limit: number) {
  const dataDir = await startedDataDir();
  cleanUp.add(dataDir.remove);
  const inside = ['prlimit', `--nofile=${limit}:${limit}`];
  const waypost = await startWaypost({ dataDir: dataDir.path, inside });
  cleanUp.add(() => waypost.killTree());
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  return { waypost, owner, link, port: Number(new URL(waypost.url).port) };
}

function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Sends visits one after the other on one connection; returns how many were redirected. */
function visitorOn(port: number, code: string) {
  const connection = rawConnection(port);
  const request = `GET /${code} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${agents.desktop}\r\n\r\n`;
  let redirected = 0;
  const redirects = (received: string) => received.split('HTTP/1.1 302').length - 1;

  return {
    async visit(times: number): Promise<number> {
      for (let each = 0; each < times; each++) {
        connection.say(request);
        await connection.receive((received) => redirects(received) > redirected);
        redirected += 1;
      }
      return redirected;
    },
    end: connection.reset,
  };
}

for (const [limit, tag] of [
  [256, ''],
  [1024, ' @more'],
] as const) {
  const connections = limit + 300;

  test.skipIf(needs !== null)(
    `[scarce-descriptors] with a limit of ${limit} descriptors, ${connections} idle connections block no client${tag}`,
    async () => {
      const { waypost, owner, link, port } = await startWithin(limit);
      const say = `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`;

      const idle = await flood(port, { connections, say });
      cleanUp.add(idle.end);
      // Well before the idle limit of the first connection.
      await eventually(idle.answered, (answered) => answered === connections, 8);
      const answers = [];
      for (let each = 0; each < 30; each++) {
        answers.push(await visit(`${waypost.url}/${link.shortCode}`));
      }
      const seen = idle.ended();
      idle.end();

      expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(302));
      expect(seen).toBeGreaterThan(0);
      expect((await numbersOnceCounted(owner, 30, 20)).totalClicks).toBe(30);
      expect(await waypost.stop()).toBe(0);
    },
    90_000,
  );

  test.skipIf(needs !== null)(
    `with all ${limit} descriptors in use it keeps redirecting, loses no visit and accepts connections again${tag}`,
    async () => {
      const { waypost, owner, link, port } = await startWithin(limit);
      const visitor = visitorOn(port, link.shortCode);
      cleanUp.add(visitor.end);
      await visitor.visit(1);

      // Half a request holds its connection until the idle limit.
      const half = await flood(port, { connections, say: 'GET /healthz HTTP/1.1\r\n' });
      cleanUp.add(half.end);
      await eventually(
        () => openDescriptors(waypost.pid),
        (open) => open === limit,
        20,
      );
      // Background work closes a few for a moment; the idle limit then ends hundreds of connections.
      let [visits, withAllTaken] = [1, 0];
      for (let open: number = limit; open > limit - 50 && withAllTaken < 200;) {
        visits = await visitor.visit(1);
        open = openDescriptors(waypost.pid);
        if (open === limit) withAllTaken += 1;
        await Bun.sleep(20);
      }
      // The other clients stay: only the idle limit ends their connections.
      const again = await eventually(
        () => visit(`${waypost.url}/${link.shortCode}`, { signal: AbortSignal.timeout(2000) }),
        ({ status }) => status === 302,
        40,
      );

      console.log(`${withAllTaken} of ${visits} visits with all of ${limit} descriptors taken`);
      expect(withAllTaken).toBeGreaterThan(50);
      expect(again.status).toBe(302);
      expect(isRunning(waypost.pid)).toBe(true);
      half.end();
      const numbers = await numbersOnceCounted(owner, visits + 1, 60);
      // A visit that was aborted while it waited may have been redirected too.
      expect(numbers.totalClicks).toBeGreaterThanOrEqual(visits + 1);
      expect((await owner.get('/api/links')).status).toBe(200);
      expect(await waypost.stop()).toBe(0);
      visitor.end();
    },
    120_000,
  );
}
