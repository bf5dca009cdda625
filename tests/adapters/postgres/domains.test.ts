import { expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';
import { testSeal } from '#tests/support/seal';

test('a domain with many links is removed also when one of them is deleted meanwhile', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await testDatabase(schema);
  stack.defer(database.drop);
  const sql = connect(database.url);
  stack.defer(() => sql.end());
  const userId = await newUser(sql);
  const [id, at] = [Bun.randomUUIDv7(), new Date()];
  const domains = postgresDomains(sql, testSeal);
  await domains.add({ id, userId, host: 'shop.example', token: 'token', createdAt: at });
  const [domain] = await sql`SELECT number FROM domains WHERE id = ${id}`;
  // More than one statement takes from the domain.
  await sql`
    INSERT INTO links (id, user_id, original_url, short_code, domain_id, created_at, updated_at)
    SELECT gen_random_uuid(), ${userId}, 'https://a.example/', 'd' || lpad(n::text, 7, '0'),
      ${domain?.['number']}, ${at}, ${at}
    FROM generate_series(1, 5001) AS n`;

  const removal = await database.sql.begin(async (tx) => {
    // The domain's links are read in this order.
    await tx`
      DELETE FROM links WHERE id IN (
        SELECT id FROM links WHERE domain_id = ${domain?.['number']} LIMIT 1)`;
    const removed = domains.remove({ userId, domainId: id });
    await waitsForLock(sql);
    return { removed };
  });
  await removal.removed;

  const [left] = await sql`
    SELECT count(*)::int AS links, count(domain_id)::int AS "onDomain" FROM links
    WHERE user_id = ${userId}`;
  expect({ ...left }).toEqual({ links: 5000, onDomain: 0 });
  expect(await domains.of(userId)).toEqual([]);
});
