import { expect, test } from 'bun:test';
import { forgetFingerprint, keepFingerprint } from '#adapters/postgres/accounts/secret-fingerprint';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

test('[one-secret] the first secret is kept, and another one only if that is its earlier secret', async () => {
  const { sql, drop } = await testDatabase(schema);
  const keeps = (own: string, ...earlier: string[]) => keepFingerprint(sql, { own, earlier });

  expect(await keeps('one')).toBe(true);
  expect(await keeps('one')).toBe(true);
  expect(await keeps('two')).toBe(false);
  expect(await keeps('two', 'three')).toBe(false);
  expect(await keeps('two', 'three', 'one')).toBe(true);
  expect(await keeps('one')).toBe(false);
  expect(await keeps('two')).toBe(true);

  await forgetFingerprint(sql)();
  expect(await keeps('three')).toBe(true);
  expect(await keeps('two')).toBe(false);
  await drop();
});

test('[one-secret] of two instances that start at once with two secrets, one is refused', async () => {
  const { sql, drop } = await testDatabase(schema);

  const kept = await Promise.all(
    ['one', 'two'].map((own) => keepFingerprint(sql, { own, earlier: [] })),
  );

  expect(kept.filter(Boolean)).toHaveLength(1);
  await drop();
});
