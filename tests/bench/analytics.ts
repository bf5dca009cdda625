import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { hourMs } from '#core/shared/time';
import { measure, type Measured } from './analytics-parts/measure.ts';
import { postgresPeer } from './analytics-parts/peers.ts';
import { screens } from './analytics-parts/screens.ts';
import { filledStore, type FilledStore } from './analytics-parts/store.ts';
import { sayClaim } from './figures.ts';

/*
 * How long the numbers of one account take with one and with ten million clicks in 90 days on
 * 5,000 links, beside a million clicks of 500 others, and with the same rows in Postgres:
 * `bun run bench:analytics`. Times are of whole calls over HTTP, in milliseconds. With `--part`,
 * which may be repeated, only `1m`, `10m`, `peer` or `100m` is measured: the last is an account with
 * a million clicks beside 99 million of 1,000 others (about twenty minutes and 8 GB of disk), and is
 * left out otherwise. `--rounds 5` instead of 20 is quicker; `--only TEXT` takes the screens whose
 * names contain the text.
 */

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: ['1m', '10m', 'peer'] },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(options.rounds);
const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const has = (part: string) => options.part.includes(part);

console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; ${rounds} rounds each`);
const one = has('1m') || has('peer') || has('100m') ? await million() : [];
const ten = has('10m') ? await account('10M', { clicks: 1e7, ofOthers: 1e6, accounts: 500 }) : [];
if (one.length > 0 && ten.length > 0) compareAccounts('10M of one account', ten, 1.5);
if (has('100m')) {
  const beside = await account('1M of 100M', { clicks: 1e6, ofOthers: 99e6, accounts: 1000 });
  compareAccounts('1M beside 99M of other accounts', beside, 1.2);
}
// The engine, in its own process, would keep this one running.
process.exit(0);

type Clicks = {
  readonly clicks: number;
  readonly ofOthers: number;
  readonly accounts: number;
};

async function million(): Promise<readonly Measured[]> {
  await using store = await filledStore({ clicks: 1e6, ofOthers: 1e6, accounts: 500, nowMs });
  const measured = await measureScreens('1M', store);
  if (has('peer')) await measurePeer(store, measured);
  return measured;
}

async function account(title: string, clicks: Clicks): Promise<readonly Measured[]> {
  await using store = await filledStore({ ...clicks, nowMs });
  return await measureScreens(title, store);
}

async function measureScreens(title: string, store: FilledStore): Promise<readonly Measured[]> {
  const bytes = await store.bytesPerClick();
  console.log(`\n${title}: ${bytes.toFixed(1)} bytes on disk a click`);
  sayClaim('at most 90 bytes on disk a click', bytes <= 90);
  const measured: Measured[] = [];
  for (const { name, ask } of screens(store.client, nowMs)) {
    if (name.includes(options.only)) {
      measured.push(await measure(name, { ask, rounds, cpuMs: store.cpuMs }));
    }
  }
  compareInside(title, measured, ['an erasure of 20 links is pending', 'whole account'], null);
  compareInside(title, measured, ['two filters', 'whole account'], 4);
  compareInside(title, measured, ['Asia/Kolkata', 'UTC'], 1.5);
  return measured;
}

/** Stores the rows in Postgres. */
async function measurePeer(store: FilledStore, measured: readonly Measured[]): Promise<void> {
  const peer = await postgresPeer(store.client, nowMs);
  console.log(`\n1M in Postgres: ${peer.bytesPerClick} bytes on disk a click`);
  const name = '90 days, UTC, whole account';
  const { p50 } = await measure(`${name}, in Postgres`, {
    ask: peer.ask,
    rounds: Math.min(rounds, 5),
    cpuMs: () => 0,
  });
  const own = measured.find((screen) => screen.name === name)?.p50 ?? Number.NaN;
  console.log(`       Postgres takes ${(p50 / own).toFixed(1)} times as long`);
  await peer.stop();
}

/** Prints the times of another account beside those of the account with 1M clicks. */
function compareAccounts(title: string, other: readonly Measured[], most: number): void {
  console.log(`\n${title}, to 1M`);
  for (const screen of other) {
    const base = one.find(({ name }) => name === screen.name);
    if (base) compare(screen, base, screen.name.includes('whole account') ? most : null);
  }
}

/** Dearer questions of an account, beside plain ones. */
function compareInside(
  title: string,
  measured: readonly Measured[],
  [dearer, plain]: readonly [string, string],
  most: number | null,
): void {
  console.log(`\n${title}: ${dearer}, to ${plain}`);
  for (const screen of measured.filter(({ name }) => name.includes(dearer))) {
    const base = measured.find(({ name }) => name === screen.name.replace(dearer, plain));
    if (base) compare(screen, base, most);
  }
}

function compare({ name, p50, cpu }: Measured, base: Measured, most: number | null): void {
  const ratio = p50 / base.p50;
  const line = `${name}: ${ratio.toFixed(2)} times, CPU ${(cpu / base.cpu).toFixed(2)} times`;
  if (most === null) console.log(`       ${line}`);
  else sayClaim(`${line}, at most ${most}`, ratio <= most);
}
