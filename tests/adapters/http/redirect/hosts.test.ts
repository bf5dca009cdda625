import { expect, test } from 'bun:test';
import { type HostRole, readHosts } from '#adapters/http/redirect/hosts';

test.each<[string, HostRole]>([
  ['app.example', 'app'],
  ['app.example:8443', 'app'],
  ['app.example.', 'app'],
  ['app.example.:443', 'app'],
  ['go.example', 'short'],
  ['go.example:8443', 'short'],
  ['go.example.', 'short'],
  ['', 'foreign'],
  ['example', 'foreign'],
  ['evil.example', 'foreign'],
  ['app.example.evil.example', 'foreign'],
  ['evilapp.example', 'foreign'],
  ['app.example..', 'foreign'],
  ['app.example:1:2', 'foreign'],
  ['app.example@evil.example', 'foreign'],
  ['127.0.0.1', 'foreign'],
  ['[::1]', 'foreign'],
  ['localhost:3000', 'foreign'],
])('of an application and a short host with names of their own, %p is: %s', (host, role) => {
  expect(readHosts(['https://app.example'], 'https://go.example').roleOf(host)).toBe(role);
});

test.each<[string, HostRole]>([
  ['localhost:3000', 'app'],
  ['localhost', 'app'],
  ['localhost:8080', 'app'],
  ['127.0.0.1:3000', 'app'],
  ['[::1]:3000', 'app'],
  ['[::1]', 'app'],
  ['[::2]:3000', 'foreign'],
  ['127.0.0.2:3000', 'foreign'],
  ['rebound.example:3000', 'foreign'],
])('without APP_URL, %p is: %s', (host, role) => {
  const local = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];

  expect(readHosts(local, 'http://localhost:3000').roleOf(host)).toBe(role);
});

test.each<[string, HostRole]>([
  ['host.example:3000', 'app'],
  ['host.example:4000', 'short'],
  ['host.example', 'app'],
  ['host.example:5000', 'app'],
  ['other.example:4000', 'foreign'],
])('where the two share a name, the port decides: %p is: %s', (host, role) => {
  const hosts = readHosts(['http://host.example:3000'], 'http://host.example:4000');

  expect(hosts.roleOf(host)).toBe(role);
});

test('a default port may be written or omitted', () => {
  const hosts = readHosts(['https://host.example:8443'], 'https://host.example');

  expect(hosts.roleOf('host.example')).toBe('short');
  expect(hosts.roleOf('host.example:443')).toBe('short');
  expect(hosts.roleOf('host.example:8443')).toBe('app');
});

test('host names are compared in ASCII, as browsers send them', () => {
  const hosts = readHosts(['https://BÜCHER.example'], 'https://bücher.example');

  expect(hosts.roleOf('xn--bcher-kva.example')).toBe('app');
});
