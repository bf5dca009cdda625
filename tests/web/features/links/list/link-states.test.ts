import { expect, test } from 'bun:test';
import { linkStates } from '#web/features/links/list/link-states.ts';

const nowMs = Date.parse('2026-11-26T07:40:00Z');
const [before, after] = ['2026-11-26T07:40:00Z', '2026-11-26T07:40:01Z'];
const plain = { startsAt: null, expiresAt: null, clicksReachedAt: null, isActive: true };

test.each([
  [{}, []],
  [{ startsAt: before, expiresAt: after }, []],
  [{ startsAt: after }, ['Scheduled']],
  [{ expiresAt: before }, ['Expired']],
  [{ clicksReachedAt: before }, ['Expired']],
  [{ isActive: false, expiresAt: before }, ['Expired', 'Paused']],
])('a link with %j is %j', (changes, states) => {
  expect<readonly string[]>(linkStates({ ...plain, ...changes }, nowMs)).toEqual(states);
});
