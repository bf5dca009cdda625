import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { hourMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { fillClicks, type Filling } from './analytics-parts/fill.ts';
import { postgresPeer } from './analytics-parts/peers.ts';
import { screens } from './analytics-parts/screens.ts';
import { sayClaim } from './figures.ts';

/*
 * How long the numbers of one account take with one and with ten million clicks in 90 days on
 * 5,000 links, beside a million clicks of 500 others: `bun run bench:analytics`. Times are of whole
 * calls over HTTP, in milliseconds, of 20 rounds after a first one. `--100m` adds an account with a
 * million clicks beside 99 million of 1,000 others (about ten minutes more and 6 GB of disk).
 */

type Measured = { readonly name: string; readonly p50: number; readonly p95: number };

const rounds = 20;
const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const { values: options } = parseArgs({ options: { '100m': { type: 'boolean', default: false } } });

console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; ${rounds} rounds each`);
const million = { clicks: 1e6, ofOthers: 1e6, accounts: 500 };
const one = await measureAccount('1M', million);
const ten = await measureAccount('10M', { clicks: 1e7, ofOthers: 1e6, accounts: 500 });
compare('10M of one account to 1M', one, ten, 1.5);
for (const [clicks, screens] of Object.entries({ '1M': one, '10M': ten })) {
  withinAccount(clicks, screens, 'an erasure of 20 links is pending', 1.2);
  withinAccount(clicks, screens, 'two filters', 4);
}
if (options['100m']) {
  const filling = { clicks: 1e6, ofOthers: 99e6, accounts: 1000 };
  const hundred = await measureAccount('1M of 100M', filling);
  compare('1M beside 99M of other accounts to 1M', one, hundred, 1.2);
}
await measurePeer(million);
// The engine, in its own process, would keep this one running.
process.exit(0);

async function measureAccount(
  title: string,
  filling: Omit<Filling, 'nowMs'>,
): Promise<readonly Measured[]> {
  const store = await testEventStore();
  try {
    await fillClicks(store.client, { ...filling, nowMs });
    const answer = await store.client.query({
      query: `SELECT sum(bytes_on_disk) / sum(rows) FROM system.parts
        WHERE active AND database = currentDatabase() AND table = 'clicks'`,
      format: 'JSONCompactEachRow',
    });
    const [[bytes] = [0]] = await answer.json<[number]>();
    console.log(`\n${title}: ${bytes.toFixed(1)} bytes on disk a click`);
    sayClaim('at most 90 bytes on disk a click', bytes <= 90);
    const measured: Measured[] = [];
    for (const { name, ask } of screens(store.client, nowMs)) {
      measured.push(await measure(name, ask));
    }
    return measured;
  } finally {
    await store.drop();
  }
}

/** The same rows in Postgres. */
async function measurePeer(filling: Omit<Filling, 'nowMs'>): Promise<void> {
  const store = await testEventStore();
  try {
    await fillClicks(store.client, { ...filling, nowMs });
    const peer = await postgresPeer(store.client, nowMs);
    console.log(`\n1M in Postgres: ${peer.bytesPerClick} bytes on disk a click`);
    const name = '90 days, UTC, whole account';
    const { p50 } = await measure(`${name}, in Postgres`, peer.ask, 5);
    const own = one.find((screen) => screen.name === name)?.p50 ?? 0;
    console.log(`       Postgres takes ${(p50 / own).toFixed(1)} times as long`);
    await peer.stop();
  } finally {
    await store.drop();
  }
}

function compare(
  title: string,
  base: readonly Measured[],
  other: readonly Measured[],
  most: number,
): void {
  console.log(`\n${title}`);
  for (const { name, p50 } of other) {
    const before = base.find((measured) => measured.name === name)?.p50 ?? 0;
    const ratio = p50 / before;
    const line = `${name}: ${ratio.toFixed(2)} times`;
    if (name.includes('whole account')) sayClaim(`${line}, at most ${most}`, ratio <= most);
    else console.log(`       ${line}`);
  }
}

/** Questions like those about a whole account, but with something that makes them dearer. */
function withinAccount(
  clicks: string,
  screens: readonly Measured[],
  dearer: string,
  most: number,
): void {
  console.log(`\n${clicks}: ${dearer}, to the whole account`);
  for (const { name, p50 } of screens.filter((screen) => screen.name.endsWith(dearer))) {
    const whole = name.replace(dearer, 'whole account');
    const before = screens.find((screen) => screen.name === whole)?.p50 ?? 0;
    const ratio = p50 / before;
    sayClaim(`${name}: ${ratio.toFixed(2)} times, at most ${most}`, ratio <= most);
  }
}

async function measure(
  name: string,
  call: () => Promise<unknown>,
  times = rounds,
): Promise<Measured> {
  await call();
  const durations: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const startMs = performance.now();
    await call();
    durations.push(performance.now() - startMs);
  }
  durations.sort((left, right) => left - right);
  const at = (part: number) => durations[Math.floor((durations.length - 1) * part)] ?? 0;
  const [p50, p95] = [at(0.5), at(0.95)];
  console.log(
    `${name.padEnd(55)} p50 ${p50.toFixed(0).padStart(6)}  p95 ${p95.toFixed(0).padStart(6)}`,
  );
  return { name, p50, p95 };
}
