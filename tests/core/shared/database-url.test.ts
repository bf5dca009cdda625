import { expect, test } from 'bun:test';
import { databaseHosts, withFirstHost } from '#core/shared/database-url';

test.each([
  ['postgres://u:p@a:5432,b:5433/name', ['a:5432', 'b:5433']],
  ['postgres://u:p,@a/name', ['a']],
  ['postgresql://a,b?x=1', ['a', 'b']],
  ['postgres://u:p@[::1]:5432/name', ['[::1]:5432']],
])('the hosts of %s', (url, hosts) => {
  expect(databaseHosts(url)).toEqual(hosts);
});

test('an address with several hosts is a URL with its first one', () => {
  expect(withFirstHost('postgres://u:p@a:5432,b:5433/name?x=1')?.href).toBe(
    'postgres://u:p@a:5432/name?x=1',
  );
  expect(withFirstHost('nothing')).toBeNull();
});
