// What one account can do to others: `bun run bench:growth`. It creates links of 10 KB as fast as
// allowed, then requests the whole list eight times concurrently, repeatedly, while visitors follow
// another account's link. Links above the API's limits are written directly into Postgres, so that
// the list is long.
import { embeddedPostgresUrl, seedLinks } from '#tests/support/builders/seeded-links';
import { signUp, type Person } from '#tests/support/person';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { median, sayClaim } from './figures.ts';
import { bystander, measuredWaypost } from './measured-waypost.ts';
import type { VisitTimes } from './steady-visits.ts';

const wantedLinks = 1_770;
const linkBytes = 10_240;
const createdAtOnce = 8;
const listsAtOnce = 8;
const restSeconds = 10;
const attackSeconds = 15;
/** Memory that is still used some time after the last response counts too. */
const settleSeconds = 3;
const roundCount = 5;
const most = { growthMb: 64, slowestMs: 20 };

await using waypost = await measuredWaypost();
const during = await bystander(waypost);
const attacker = await signUp(waypost.url);

await createAll(attacker);
await fillUp(attacker);
const quiet = await watched(() => Bun.sleep(restSeconds * 1000));
console.log(`at rest:            ${said(quiet)}`);
const rounds: Seen[] = [];
for (let round = 0; round < roundCount; round += 1) {
  const seen = await watched(() => askForLists(attacker, 0));
  console.log(`eight whole lists:  ${said(seen)}`);
  rounds.push(seen);
}
const lasting = await watched(() => askForLists(attacker, attackSeconds));
console.log(`again and again:    ${said(lasting)}`);
process.exitCode = judge(rounds, quiet) ? 0 : 1;

/** Four destinations of 2 KB in addition to the URL itself: the largest possible link. */
async function createAll(attacker: Person): Promise<void> {
  const url = (n: number) => `https://shop.example/${n}/`.padEnd(linkBytes / 5, 'x');
  const startedAt = performance.now();
  const statuses = await inParallel({ count: wantedLinks, parallel: createdAtOnce }, async (n) => {
    const answer = await attacker.send('POST', '/api/links', {
      originalUrl: url(n),
      splitTestEnabled: true,
      splitTestUrls: [url(n), url(n), url(n), url(n)],
    });
    await answer.body?.cancel();
    return answer.status;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const created = statuses.filter((status) => status === 201).length;
  const refused = statuses.filter((status) => status === 429).length;
  console.log(
    `${created} of ${wantedLinks} links created in ${seconds.toFixed(1)} s, ${refused} refused with 429; RSS ${waypost.residentMb().toFixed(0)} MB`,
  );
}

async function fillUp(attacker: Person): Promise<void> {
  const user: { id: string } = await (await attacker.get('/api/auth/user')).json();
  const page = await attacker.get('/api/links?limit=1');
  const count = wantedLinks - Number(page.headers.get('x-total-count'));
  const codes = await seedLinks(
    embeddedPostgresUrl(waypost.dataDir),
    { userId: user.id, count, bytes: linkBytes },
    'Seed',
  );
  const last = codes.at(-1);
  if (last === undefined) return;
  await eventually(
    () => visit(`${waypost.url}/${last}`),
    (answer) => answer.status === 302,
    30,
  );
}

/** Uses the median of the rounds, because other programs use the machine too. */
function judge(rounds: readonly Seen[], quiet: Seen): boolean {
  const growthMb = median(rounds.map(({ peakMb }) => peakMb)) - quiet.peakMb;
  const slowestMs = median(rounds.map(({ visits }) => visits.max));
  const holds = growthMb <= most.growthMb && slowestMs <= most.slowestMs;
  sayClaim(
    `RSS grows by at most ${most.growthMb} MB (${growthMb.toFixed(0)}), slowest redirect at most ${most.slowestMs} ms (${slowestMs.toFixed(1)})`,
    holds,
  );
  return holds;
}

type Seen = { readonly peakMb: number; readonly visits: VisitTimes; readonly note: string };

/** Watches visits and memory during the work. */
async function watched(work: () => Promise<string | void>): Promise<Seen> {
  let peakMb = waypost.residentMb();
  let note = '';
  const looking = setInterval(() => (peakMb = Math.max(peakMb, waypost.residentMb())), 20);
  const visits = await during(async () => {
    note = (await work()) ?? '';
    clearInterval(looking);
  });
  return { peakMb, visits, note };
}

/** Eight clients, for `seconds`; each sends the next request as soon as it has its response. */
async function askForLists(attacker: Person, seconds: number): Promise<string> {
  const untilMs = performance.now() + seconds * 1000;
  const counts = new Map<number, number>();
  let bytes = 0;
  await Promise.all(
    Array.from({ length: listsAtOnce }, async () => {
      do {
        const answer = await attacker.get('/api/links');
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        for await (const piece of answer.body ?? []) bytes += piece.byteLength;
      } while (performance.now() < untilMs);
    }),
  );
  await Bun.sleep(settleSeconds * 1000);
  const statuses = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${statuses}, ${(bytes / 2 ** 20).toFixed(0)} MB`;
}

function said({ peakMb, visits, note }: Seen): string {
  const { count, failures, p50, p99, max } = visits;
  const times = [p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
  return `RSS at most ${peakMb.toFixed(0)} MB, ${count} visits (${failures} failed), p50 / p99 / max ${times} ms${note && `; ${note}`}`;
}
