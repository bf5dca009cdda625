import { expect, test } from 'bun:test';
import { primaryOf } from '#adapters/postgres/primary';

test.each<[string, 'primary' | undefined]>([
  ['postgres://a:1,b:2/name', 'primary'],
  ['postgres://a/name?target_session_attrs=read-write', 'primary'],
  ['postgres://a/name?x=1&target_session_attrs=primary', 'primary'],
  ['postgres://a/name', undefined],
  ['postgres://a/name?target_session_attrs=standby', undefined],
])('of the servers of %s, the driver takes %p', (url, wanted) => {
  expect(primaryOf(url).target_session_attrs).toBe(wanted);
});
