// Starts two Wayposts and runs the browser journeys against them: `bun tests/e2e/run.ts`. Arguments
// are passed to Playwright, such as the name of one journey.
import { join } from 'node:path';
import { readAccess } from '#adapters/embedded/postgres/cluster';
import { urlOf } from '#adapters/embedded/postgres/orphan';
import { buildWeb } from '#web-build';
import { graphClient, graphProvider } from '#tests/support/doubles/graph-provider';
import { openIdClient, openIdProvider } from '#tests/support/doubles/open-id-provider';
import { stripeCourier } from '#tests/support/doubles/stripe-courier';
import { stripeDouble, stripeEnv } from '#tests/support/doubles/stripe-double';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { stripeSite } from './paying/stripe-site.ts';

const root = join(import.meta.dir, '../..');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');

/** Clean-ups, last first. */
const ends: (() => unknown)[] = [];

await buildWeb();
const starting = [startInTestMode(), startWithStripe()] as const;
try {
  const [inTestMode, withStripe] = await Promise.all(starting);
  const failed = await runJourneys({ ...inTestMode, ...withStripe.env });
  const wronged = await withStripe.judge();
  process.exitCode = failed || wronged;
} finally {
  await Promise.allSettled(starting);
  for (const end of ends.toReversed()) await end();
}

async function newFolder(): Promise<string> {
  const { path, remove } = await newDataDir();
  ends.push(remove);
  return path;
}

/** With doubles of Google and Facebook for signing in, and with the test provider for payments. */
async function startInTestMode() {
  const dataDir = await newFolder();
  const openId = await openIdProvider();
  const graph = graphProvider();
  ends.push(openId.stop, graph.stop);
  const waypost = await startWaypost({
    dataDir,
    entry: 'tests/support/processes/waypost-with-providers.ts',
    env: {
      OPENID_ISSUER: openId.issuer,
      GRAPH_ORIGIN: new URL(graph.urls.graph).origin,
      GOOGLE_CLIENT_ID: openIdClient.id,
      GOOGLE_CLIENT_SECRET: openIdClient.secret,
      FACEBOOK_CLIENT_ID: graphClient.id,
      FACEBOOK_CLIENT_SECRET: graphClient.secret,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SUPPORT_EMAIL: 'help@waypost.test',
      OPERATORS: 'operator@waypost.test',
      WEBHOOKS_IN: '127.0.0.1',
    },
  });
  ends.push(waypost.stop);
  return {
    WAYPOST_URL: waypost.url,
    WAYPOST_MAIL: join(dataDir, 'mail'),
    WAYPOST_DATABASE: databaseIn(dataDir),
  };
}

/** With a double of Stripe, which sends its events as Stripe does. */
async function startWithStripe() {
  const dataDir = await newFolder();
  const stripe = stripeDouble();
  const site = await stripeSite(stripe.state);
  ends.push(stripe.stop, site.stop);
  const waypost = await startWaypost({
    dataDir,
    entry: 'tests/support/processes/waypost-with-stripe.ts',
    env: { ...stripeEnv(stripe), TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  ends.push(waypost.stop);
  const courier = stripeCourier(stripe.state, waypost.url);
  const env = {
    WAYPOST_STRIPE_URL: waypost.url,
    WAYPOST_STRIPE_MAIL: join(dataDir, 'mail'),
    WAYPOST_STRIPE_DATABASE: databaseIn(dataDir),
    STRIPE_SITE: site.origin,
  };

  /** 1 when Waypost or its pages sent Stripe a wrong request, or did not accept an event. */
  async function judge(): Promise<number> {
    const { events, deliveries, refused } = await courier.stop();
    const complaints = [...stripe.complaints, ...site.complaints, ...refused];
    console.log(`Stripe told ${events} events in ${deliveries} deliveries`);
    for (const complaint of complaints) console.log(`Stripe complained: ${complaint}`);
    return complaints.length === 0 ? 0 : 1;
  }
  return { env, judge };
}

function databaseIn(dataDir: string): string {
  const { port, password } = readAccess(dataDir);
  return urlOf(port ?? 0, password);
}

/** Playwright needs Node's module loader; every machine that runs Waypost from npm has Node. */
function runJourneys(env: Record<string, string>): Promise<number> {
  const command = ['node', playwright, 'test', '--config', 'tests/e2e', ...process.argv.slice(2)];
  return Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited;
}
