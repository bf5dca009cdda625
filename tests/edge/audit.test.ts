import { expect, test } from 'bun:test';
import { auditedRoutes } from '#adapters/http/frame/audit-trail';
import { rows } from './rows.ts';

const isDoor = (name: string) =>
  (!name.startsWith('GET ') && /\/api\/(auth|profile|keys|sessions|billing)\b/.test(name)) ||
  (!name.startsWith('GET ') && /\/api\/v1\/(mailed|shared)-reports\b/.test(name)) ||
  name.includes('export');

test('[audit-trail] every way into an account, every export and every report to others is in the audit trail', () => {
  const doors = Object.keys(rows).filter(isDoor);

  expect(doors.filter((name) => !(name in auditedRoutes))).toEqual([]);
  expect(doors.length).toBeGreaterThan(10);
});

test('[audit-trail] the audit trail lists no route that does not exist', () => {
  expect(Object.keys(auditedRoutes).filter((name) => !(name in rows))).toEqual([]);
});
