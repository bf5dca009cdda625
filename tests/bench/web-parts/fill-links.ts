import postgres from 'postgres';
import { readAccess } from '#adapters/embedded/postgres-cluster';
import { urlOf } from '#adapters/embedded/postgres-orphan';
import type { Person } from '#tests/support/person';
import { inParallel, visit } from '#tests/support/visitor';

const visited = 300;

/** Gives a person so many links in one statement, and visits to a few hundred of them. */
export async function fillLinks(dataDir: string, person: Person, count: number): Promise<void> {
  const first = await person.createLink({ originalUrl: 'https://northwind.example/' });
  const { port, password } = readAccess(dataDir);
  const sql = postgres(urlOf(port ?? 0, password), { max: 1, onnotice: () => {} });
  try {
    await sql`
      WITH made AS (
        INSERT INTO links (id, user_id, original_url, short_code, custom_alias, title, created_at,
          updated_at)
        SELECT gen_random_uuid(), owner.user_id,
          'https://northwind.example/catalogue/' || n || '?utm_source=newsletter&utm_campaign=c' || n,
          'b' || lpad(to_hex(n), 6, '0'),
          CASE WHEN n % 2 = 0 THEN 'campaign-' || n END,
          CASE WHEN n % 3 = 0 THEN 'Campaign ' || n END,
          now() - n * interval '1 minute', now() - n * interval '1 minute'
        FROM generate_series(1, ${count - 1}::int) AS n,
          (SELECT user_id FROM links WHERE id = ${first.id}) AS owner
        RETURNING id, short_code, custom_alias)
      INSERT INTO link_names (folded_name, link_id, kind)
      SELECT lower(short_code), id, 'code' FROM made
      UNION ALL
      SELECT lower(custom_alias), id, 'alias' FROM made WHERE custom_alias IS NOT NULL`;
    await sql`ANALYZE links`;
  } finally {
    await sql.end();
  }
  await inParallel({ count: visited, parallel: 8 }, (n) =>
    visit(new URL(`/campaign-${2 * (1 + (n % 120))}`, first.shortUrl).href),
  );
}
