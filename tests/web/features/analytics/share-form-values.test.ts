import { expect, test } from 'bun:test';
import { bodyOf, schema, valuesOf } from '#web/features/analytics/share/share-form-values.ts';
import type { SharedReport } from '#web/features/analytics/share/shared-reports.ts';

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

test('the end of a shared report is sent when its day is changed, and else stays to the second', () => {
  const report: SharedReport = {
    id: '01a1d3c0-0000-7000-8000-000000000001',
    ...{ linkId: null, url: 'https://waypost.test/public/a', name: 'Autumn', query: 'range=30d' },
    ...{ choosesDates: false, isOn: true, showsMoney: false, hasPassword: false, showsLogo: false },
    ...{ sender: '', color: null, domain: null, hosts: [], views: 0, viewedAt: null },
    createdAt: '2026-03-01T10:00:00.000Z',
    expiresAt: '2026-03-05T10:00:00.000Z',
  };
  const values = valuesOf(report);

  expect(bodyOf({ ...values, name: 'Spring' }, report)).not.toHaveProperty('expiresAt');
  expect(bodyOf({ ...values, lastDay: '' }, report)).toMatchObject({ expiresAt: null });
  expect(bodyOf({ ...values, lastDay: '2026-03-09' }, report)).toMatchObject({
    expiresAt: new Date('2026-03-09T23:59:59').toISOString(),
  });
});
