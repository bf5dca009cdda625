// Starts a Waypost of its own and runs the browser journeys against it: `bun tests/e2e/run.ts`.
// What is given is handed to Playwright, such as the name of one journey.
import { join } from 'node:path';
import { readAccess } from '#adapters/embedded/postgres-cluster';
import { urlOf } from '#adapters/embedded/postgres-orphan';
import { buildWeb } from '#web-build';
import { graphProvider } from '#tests/support/graph-provider';
import { openIdProvider } from '#tests/support/open-id-provider';
import { newDataDir, startWaypost } from '#tests/support/waypost';

const root = join(import.meta.dir, '../..');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');

await buildWeb();
const dataDir = await newDataDir();
const openId = await openIdProvider();
const graph = graphProvider();
const waypost = await startWaypost({
  dataDir: dataDir.path,
  entry: 'tests/support/waypost-with-providers.ts',
  env: {
    OPENID_ISSUER: openId.issuer,
    GRAPH_ORIGIN: new URL(graph.addresses.graph).origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SUPPORT_EMAIL: 'help@waypost.test',
  },
});
try {
  process.exitCode = await runJourneys(waypost.url);
} finally {
  await waypost.stop();
  await Promise.all([openId.stop(), graph.stop()]);
  await dataDir.remove();
}

/** Playwright needs Node's module loader; everything that runs Waypost from npm has Node. */
function runJourneys(url: string): Promise<number> {
  const { port, password } = readAccess(dataDir.path);
  const command = ['node', playwright, 'test', '--config', 'tests/e2e', ...process.argv.slice(2)];
  return Bun.spawn(command, {
    cwd: root,
    env: {
      ...process.env,
      WAYPOST_URL: url,
      WAYPOST_MAIL: join(dataDir.path, 'mail'),
      WAYPOST_DATABASE: urlOf(port ?? 0, password),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited;
}
