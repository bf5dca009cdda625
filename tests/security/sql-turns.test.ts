import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Person, signUpConfirmed } from '#tests/support/person';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

/** Statements that each attacker asks for at once, again and again. */
const atOnce = 12;
const attackSeconds = 75;
/** A statement runs for 15 s at most; a third account waits for the end of one. */
const mostSeconds = 25;
/** Runs until the engine's time limit. */
const endless =
  'SELECT sum(cityHash64(a.number, b.number)) FROM numbers(1000000) AS a, numbers(1000000) AS b';

const dataDir = await newDataDir();
let waypost: Waypost;
let people: readonly Person[];

beforeAll(async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const signUp = () => signUpConfirmed(waypost.url, dataDir.path);
  people = [await signUp(), await signUp(), await signUp()];
});
afterAll(async () => {
  await waypost?.stop();
  await dataDir.remove();
});

type Seen = { readonly status: number; readonly seconds: number; readonly retryAfter: number };

async function ask(person: Person, query: string): Promise<Seen> {
  const startMs = performance.now();
  const answer = await person.send('POST', '/api/v1/sql', { query });
  await answer.arrayBuffer();
  const seconds = (performance.now() - startMs) / 1000;
  return {
    status: answer.status,
    seconds,
    retryAfter: Number(answer.headers.get('retry-after') ?? 0),
  };
}

/** Asks again and again until the attack is over; waits a second when it was refused. */
async function askOnAndOn(person: Person, query: string, untilMs: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  while (performance.now() < untilMs) {
    // oxlint-disable-next-line no-await-in-loop
    seen.push(await ask(person, query));
    // oxlint-disable-next-line no-await-in-loop
    await Bun.sleep(1000);
  }
  return seen;
}

function counted(seen: readonly Seen[]): string {
  const counts = Map.groupBy(seen, ({ status }) => status);
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ');
}

test('[sql-turns] two accounts that ask without end keep SQL from no third one', async () => {
  const [third, ...attackers] = people;
  if (third === undefined) throw new Error('Nobody signed up');
  const untilMs = performance.now() + attackSeconds * 1000;
  const attacks = attackers.flatMap((person) =>
    Array.from({ length: atOnce }, () => askOnAndOn(person, endless, untilMs)),
  );
  await Bun.sleep(1000);
  const seen = await askOnAndOn(third, 'SELECT count() FROM clicks', untilMs);
  const refused = (await Promise.all(attacks)).flat();

  const slowest = Math.max(...seen.map(({ seconds }) => seconds));
  console.log(`third: ${counted(seen)}; slowest ${slowest.toFixed(1)} s`);
  console.log(`attackers: ${counted(refused)}`);
  expect(counted(seen)).toBe(`${seen.length} × 200`);
  expect(slowest).toBeLessThan(mostSeconds);
  const overBudget = refused.filter(({ status }) => status === 429);
  expect(overBudget.length).toBeGreaterThan(0);
  expect(overBudget.every(({ retryAfter }) => retryAfter > 0)).toBe(true);
}, 180_000);
