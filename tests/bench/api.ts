// What one account's programs do to redirects: `bun run bench:api`, under four minutes. Visitors follow a
// link 100 times a second, alone and, in turns, while its account reads pages of links and clicks at the
// limit of reads, asks twenty questions in each call at the limit of analytics, and gets its clicks by a
// webhook. `--rounds 3 --seconds 4` is quicker.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { mostQueries } from '#contract/analytics/query-words';
import { callLimits } from '#contract/call-limits';
import { median, sayClaim } from './figures.ts';
import { filledAccount, type FilledAccount } from './filled-account.ts';
import { measuredWaypost, visitsOf } from './measured-waypost.ts';
import type { VisitTimes } from './steady-visits.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '8' },
  },
});
const rounds = Number(options.rounds);
const lastsMs = Number(options.seconds) * 1000;
const clicks = 1_000_000;
/** A round's last answers and events are sent in this time. */
const settleMs = 2_000;
const mostRatio = 2;

/** Twenty different questions: each is read anew. */
const queries = Array.from({ length: mostQueries }, (_, n) => ({
  metrics: ['clicks', 'uniqueVisitors', 'conversions', 'revenue'],
  dimensions: [
    ['time:day', 'link', 'country', 'city', 'device', 'browser', 'os', 'referrer', 'channel'][
      n % 9
    ],
  ],
  dateRange: ['90d', '30d', '7d'][Math.floor(n / 9)],
}));

/** What the account's programs got: answers by their status, and clicks by the webhook. */
type Got = { readonly answers: Map<string, number>; deliveries: number; clicks: number };
type Times = Record<'alone' | 'busy', VisitTimes[]>;

console.log(`Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}`);
process.exitCode = (await measure()) ? 0 : 1;

async function measure(): Promise<boolean> {
  await using waypost = await measuredWaypost({ WEBHOOKS_IN: '127.0.0.0/8' });
  const account = await filledAccount(waypost, clicks);
  const got: Got = { answers: new Map(), deliveries: 0, clicks: 0 };
  await using receiver = startReceiver(got);
  const url = `http://127.0.0.1:${receiver.port}/`;
  const wanted = { url, events: ['clicks.recorded'], isEnabled: false };
  const { id } = await account.answered(201, 'POST', '/webhooks', wanted);
  const sendClicks = (isEnabled: boolean) =>
    account.answered(200, 'PATCH', `/webhooks/${id}`, { isEnabled });

  const during = visitsOf(account.shortUrl);
  await during(() => Bun.sleep(lastsMs));
  const times: Times = { alone: [], busy: [] };
  for (let round = 0; round < rounds; round += 1) {
    const turns = ['alone', 'busy'] as const;
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
      if (turn === 'busy') await sendClicks(true);
      await Bun.sleep(settleMs);
      const work = () => (turn === 'busy' ? askAll(account, got) : Bun.sleep(lastsMs));
      times[turn].push(await during(work));
      if (turn === 'busy') await sendClicks(false);
    }
  }
  return judge(times, got);
}

function startReceiver(got: Got) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { data }: { data: { clicks: unknown[] } } = await request.json();
      got.deliveries += 1;
      got.clicks += data.clicks.length;
      return new Response(null, { status: 204 });
    },
  });
}

/** Calls as fast as the account may for a long time; the bursts are not used up. */
async function askAll({ ask, linkId }: FilledAccount, { answers }: Got): Promise<void> {
  const counted = async (name: string, answer: Response): Promise<string> => {
    const key = `${name} ${answer.status}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    return answer.text();
  };
  const pagesOf = (name: string, path: string) => {
    let cursor = '';
    return async () => {
      const text = await counted(name, await ask('GET', `${path}?limit=100${cursor}`));
      const page: { nextCursor?: string | null } = JSON.parse(text);
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : '';
    };
  };
  const reads = callLimits.reads.perMinute / 60;
  await Promise.all([
    paced(reads / 2, pagesOf('links', '/links')),
    paced(reads / 2, pagesOf('clicks', `/links/${linkId}/clicks`)),
    paced(callLimits.analytics.perMinute / 60, async () =>
      counted('questions', await ask('POST', '/analytics/query', { queries })),
    ),
  ]);
}

/** Begins each call at its time, whether or not the earlier ones are answered. */
async function paced(perSecond: number, call: () => Promise<unknown>): Promise<void> {
  const startMs = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let dueMs = 0; dueMs < lastsMs; dueMs += 1000 / perSecond) {
    await Bun.sleep(startMs + dueMs - performance.now());
    calls.push(call());
  }
  await Promise.all(calls);
}

function judge({ alone, busy }: Times, got: Got): boolean {
  const said = (times: readonly VisitTimes[]) => {
    const { p50, p99, max } = middle(times);
    return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, max ${max.toFixed(1)} ms`;
  };
  console.log(`${rounds} rounds of ${lastsMs / 1000} s each in turns, medians`);
  console.log(`alone  ${said(alone)}\nbusy   ${said(busy)}`);
  const answers = [...got.answers.keys()]
    .toSorted()
    .map((what) => `${got.answers.get(what)} × ${what}`);
  console.log(
    `the account got ${answers.join(', ')}; ${got.clicks} clicks in ${got.deliveries} events`,
  );

  const kinds = ['links 200', 'clicks 200', 'questions 200'];
  const isBusy = got.clicks > 0 && kinds.every((kind) => got.answers.has(kind));
  const failures = [...alone, ...busy].reduce((sum, one) => sum + one.failures, 0);
  const ratio = (of: 'p50' | 'p99') => middle(busy)[of] / middle(alone)[of];
  const claims = [
    ['each kind of call was answered, and clicks were sent', isBusy],
    [`no redirect failed (${failures})`, failures === 0],
    [`p50 at most ${mostRatio} × alone (${ratio('p50').toFixed(2)})`, ratio('p50') <= mostRatio],
    [`p99 at most ${mostRatio} × alone (${ratio('p99').toFixed(2)})`, ratio('p99') <= mostRatio],
  ] as const;
  for (const [claim, holds] of claims) sayClaim(claim, holds);
  return claims.every(([, holds]) => holds);
}

function middle(times: readonly VisitTimes[]): Pick<VisitTimes, 'p50' | 'p99' | 'max'> {
  return {
    p50: median(times.map(({ p50 }) => p50)),
    p99: median(times.map(({ p99 }) => p99)),
    max: median(times.map(({ max }) => max)),
  };
}
