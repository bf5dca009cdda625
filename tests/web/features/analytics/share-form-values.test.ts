import { expect, test } from 'bun:test';
import { schema, valuesOf } from '#web/features/analytics/share/share-form-values.ts';

test.each([
  ['x'.repeat(7), 'The password must have at least 8 characters'],
  ['x'.repeat(129), 'The password must have at most 128 characters'],
  ['x'.repeat(128), undefined],
])('a password is told which of its limits it breaks (%#)', (password, message) => {
  const typed = { ...valuesOf(null), name: 'Autumn', hasPassword: true, password };

  expect(schema.safeParse(typed).error?.issues[0]?.message).toBe(message);
});

test('a report keeps its password when none is typed', () => {
  const typed = { ...valuesOf(null), name: 'Autumn', hasPassword: true, hadPassword: true };

  expect(schema.safeParse(typed).success).toBe(true);
});
