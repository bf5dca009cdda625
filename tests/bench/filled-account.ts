import postgres from 'postgres';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { readAccessRecord } from '#adapters/embedded/clickhouse/record';
import { scopes } from '#contract/accounts/api-keys';
import { embeddedPostgresUrl } from '#tests/support/builders/seeded-links';
import { signUpConfirmed, type Person } from '#tests/support/person';
import { programOf } from '#tests/support/program';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { fillClicks, filledLinks, linkIdOf } from './analytics-parts/fill.ts';
import type { MeasuredWaypost } from './measured-waypost.ts';

/** An account of a started Waypost, by its session and by a key with every scope. */
export type FilledAccount = ReturnType<typeof programOf> & {
  readonly person: Person;
  /** The link that is clicked most. */
  readonly linkId: string;
  readonly shortUrl: string;
};

/** A new account with 5,000 links and `clicks` clicks of 90 days. */
export async function filledAccount(
  { url, dataDir }: MeasuredWaypost,
  clicks: number,
): Promise<FilledAccount> {
  const person = await signUpConfirmed(url, dataDir);
  const { id }: { id: string } = await (await person.get('/api/auth/user')).json();
  await addLinks(dataDir, id);
  await addClicks(dataDir, { owner: id, clicks });
  const shortUrl = `${url}/${codeOf(0)}`;
  await eventually(
    () => visit(shortUrl),
    ({ status }) => status === 302,
  );
  const made = await person.send('POST', '/api/keys', { name: 'Bench', scopes: [...scopes] });
  const { key }: { key: string } = await made.json();
  return { person, ...programOf(url, key), linkId: linkIdOf(0), shortUrl };
}

function codeOf(n: number): string {
  return `Full${String(n).padStart(5, '0')}`;
}

async function addLinks(dataDir: string, userId: string): Promise<void> {
  const sql = postgres(embeddedPostgresUrl(dataDir), { max: 1, onnotice: () => {} });
  const links = Array.from({ length: filledLinks }, (_, n) => ({
    id: linkIdOf(n),
    code: codeOf(n),
  }));
  try {
    await sql`
      WITH made AS (
        INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
        SELECT id, ${userId}, 'https://shop.example/' || code, code, now(), now()
        FROM jsonb_to_recordset(${sql.json(links)}) AS given (id uuid, code text)
        RETURNING id, short_code)
      INSERT INTO link_names (folded_name, link_id, kind)
      SELECT lower(short_code), id, 'code' FROM made`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function addClicks(
  dataDir: string,
  { owner, clicks }: { readonly owner: string; readonly clicks: number },
): Promise<void> {
  const { user, password, port } = await readAccessRecord(dataDir);
  // Half a million rows take longer than a question may.
  const filler = connectClickHouse(
    `http://${user}:${password}@127.0.0.1:${port}/waypost`,
    'backup',
  );
  try {
    await fillClicks(filler, { owner, clicks, nowMs: Date.now(), ofOthers: 0, accounts: 1 });
  } finally {
    await filler.close();
  }
}
