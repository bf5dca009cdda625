import postgres from 'postgres';
import { readAccess } from '#adapters/embedded/postgres/cluster';
import { urlOf } from '#adapters/embedded/postgres/orphan';

export type SeededLinks = {
  readonly userId: string;
  readonly count: number;
  /** Bytes of each link, distributed over its URL and the four URLs of its split test. */
  readonly bytes: number;
};

/** The address of the Postgres that a started Waypost runs in its `dataDir`. */
export function embeddedPostgresUrl(dataDir: string): string {
  const { port, password } = readAccess(dataDir);
  if (port === undefined) throw new Error('No Postgres has run in that folder');
  return urlOf(port, password);
}

/**
 * Inserts links of an account directly into Postgres, because the API limits how fast an account
 * creates links. Their codes are `${prefix}00001` and so on.
 */
export async function seedLinks(
  url: string,
  { userId, count, bytes }: SeededLinks,
  prefix: string,
): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const length = Math.max(30, Math.floor(bytes / 5));
  try {
    await sql`
      WITH seeded AS (
        INSERT INTO links (id, user_id, original_url, short_code, split_test_enabled,
          split_test_urls, created_at, updated_at)
        SELECT gen_random_uuid(), ${userId}, url, ${prefix} || lpad(n::text, 5, '0'), true,
          jsonb_build_array(url, url, url, url), now() - n * interval '1 second', now()
        FROM generate_series(1, ${count}) AS n,
          LATERAL (SELECT rpad('https://shop.example/' || n || '/', ${length}, md5(n::text)) AS url) AS made
        RETURNING id, short_code
      )
      INSERT INTO link_names (folded_name, link_id, kind)
      SELECT lower(short_code), id, 'code' FROM seeded`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  return Array.from({ length: count }, (_, n) => `${prefix}${String(n + 1).padStart(5, '0')}`);
}
