import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { encodeConversion } from '#adapters/spool/conversion-line';
import { encodeVisit } from '#adapters/spool/line';
import { segmentFile, spoolFolder, type SegmentKind } from '#adapters/spool/segments';
import { dayMs, utcDay } from '#core/shared/time';
import { personAt, type Person } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { demoConversions } from './conversions.ts';
import { type DemoLink, demoLinks, demoWish } from './links.ts';
import { seededRandom } from './random.ts';
import { demoVisits, type VisitedLink } from './visits.ts';

export const demoPerson = {
  email: 'demo@waypost.example',
  password: 'show me around',
  firstName: 'Ada',
  lastName: 'Byron',
};

type Where = { readonly dataDir: string; readonly env?: Record<string, string> };

const days = 90;
/** The drain recognises the demo's visitors by cookies, because there are no salts of past days. */
const cookies = { VISITOR_ID: 'cookie' };

/**
 * Gives a stopped Waypost an account with forty links, then puts ninety days of visits and
 * conversions into its spool and lets it drain them, as if it had been offline. Returns the running
 * Waypost.
 */
export async function seedDemo({ dataDir, env = {} }: Where): Promise<Waypost> {
  const first = await startWaypost({ dataDir, env });
  try {
    const person = await register(first.url);
    for (const link of demoLinks.toReversed()) await create(person, link);
    await addCosts(person);
  } finally {
    await first.stop();
  }

  const links = await backdate({ dataDir, env });
  await leaveEvents(dataDir, links);
  const draining = await startWaypost({ dataDir, env: { ...env, ...cookies } });
  try {
    await drained(dataDir);
  } finally {
    await draining.stop();
  }
  return startWaypost({ dataDir, env });
}

async function create(person: Person, link: DemoLink): Promise<void> {
  const { id } = await person.createLink(demoWish(link));
  const change = {
    ...(link.title && { title: link.title }),
    ...(link.fate === 'paused' && { isActive: false }),
  };
  if (Object.keys(change).length > 0) await person.send('PUT', `/api/links/${id}`, change);
}

/** Of the link that is shown first, and of a campaign. */
async function addCosts(person: Person): Promise<void> {
  const search = new URLSearchParams({ search: 'Autumn sale' });
  const [link] = await (await person.get(`/api/links?${search}`)).json();
  const costs = [
    { linkId: link.id, campaign: null, kind: 'per_click', amount: 35, note: 'Search ads' },
    { linkId: null, campaign: 'autumn-mail', kind: 'per_day', amount: 450, note: '' },
  ];
  const firstDay = utcDay(Date.now() - days * dayMs);
  for (const cost of costs) {
    const body = { ...cost, currency: 'USD', firstDay, lastDay: null };
    const answer = await person.send('POST', '/api/v1/costs', body);
    if (answer.status !== 201) throw new Error(`A cost was refused: ${await answer.text()}`);
  }
}

async function register(url: string): Promise<Person> {
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(demoPerson),
  });
  if (answer.status !== 201) throw new Error(`The account was refused: ${await answer.text()}`);
  return personAt(url, answer.headers.get('set-cookie')?.split(';')[0] ?? '');
}

/** Spreads the links' creation over the last months, so that popular links are not always old. */
async function backdate({ dataDir, env }: Required<Where>): Promise<VisitedLink[]> {
  const own = env['DATABASE_URL'] ? null : await launchPostgres({ dataDir, log: () => {} });
  const sql = postgres(own?.url ?? env['DATABASE_URL'] ?? '', { max: 1 });
  const rows = await sql<Row[]>`
    SELECT id, number, user_id, original_url, jsonb_array_length(split_test_urls) AS variants,
      track_conversions, CASE WHEN auto_track_profit THEN profit_per_sale END AS sale_profit
    FROM links WHERE user_id = (SELECT id FROM users WHERE email = ${demoPerson.email})`;
  const links = rows.map((row) => visitedLink(row));
  await sql`UPDATE users SET verified = true WHERE email = ${demoPerson.email}`;
  for (const { id, createdAtMs } of links) {
    const createdAt = new Date(createdAtMs);
    await sql`UPDATE links SET created_at = ${createdAt}, updated_at = ${createdAt} WHERE id = ${id}`;
  }
  const expired = demoLinks
    .filter(({ fate }) => fate === 'expired')
    .map((link) => demoWish(link).originalUrl);
  await sql`UPDATE links SET expires_at = now() - interval '3 days'
    WHERE original_url = ANY(${expired}) AND id = ANY(${links.map(({ id }) => id)})`;
  await sql.end();
  await own?.stop();
  return links;
}

type Row = {
  id: string;
  number: string;
  user_id: string;
  original_url: string;
  variants: number;
  track_conversions: boolean;
  sale_profit: number | null;
};

function visitedLink(row: Row): VisitedLink {
  const rank = demoLinks.findIndex((link) => row.original_url === demoWish(link).originalUrl);
  const ageDays = 1.2 + ((rank * 7 + 3) % demoLinks.length) * 2.6;
  return {
    id: row.id,
    number: Number(row.number),
    userId: row.user_id,
    variants: row.variants,
    tracks: row.track_conversions,
    saleProfitCents: row.sale_profit,
    createdAtMs: Date.now() - Math.round(ageDays * dayMs),
    rank,
  };
}

/** One sealed segment of each kind per day, as the redirects and the pixel write them. */
async function leaveEvents(dataDir: string, links: readonly VisitedLink[]): Promise<void> {
  const folder = spoolFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const nowMs = Date.now();
  const visits = [...demoVisits({ links, nowMs, days, random: seededRandom(7) })].flat();
  const conversions = [...demoConversions({ visits, links, nowMs, random: seededRandom(11) })];

  const byDay = Map.groupBy(visits, ({ atMs }) => utcDay(atMs));
  for (const [day, ofIt] of byDay) {
    await seal(folder, { kind: 'clicks', day, lines: ofIt.map(encodeVisit) });
  }
  const convertedByDay = Map.groupBy(conversions, ({ receivedAtMs }) => utcDay(receivedAtMs));
  for (const [day, ofIt] of convertedByDay) {
    await seal(folder, { kind: 'conversions', day, lines: ofIt.map(encodeConversion) });
  }
}

type Sealed = {
  readonly kind: SegmentKind;
  readonly day: string;
  readonly lines: readonly string[];
};

async function seal(folder: string, { kind, day, lines }: Sealed): Promise<void> {
  const file = segmentFile({ kind, day, batch: crypto.randomUUID(), state: 'sealed' });
  await Bun.write(join(folder, file), lines.join(''));
}

function drained(dataDir: string): Promise<unknown> {
  return eventually(
    async () => (await readdir(spoolFolder(dataDir))).filter((file) => file.endsWith('.sealed')),
    (waiting) => waiting.length === 0,
    120,
  );
}
