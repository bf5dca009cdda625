import { describe, expect, test } from 'bun:test';
import { longestDomain, readDomain } from '#core/domains/domain-name';

const own = ['waypost.example', 's.waypost.example'];

describe('a domain is read', () => {
  test.each([
    ['go.example.com', 'go.example.com'],
    ['  GO.Example.COM. ', 'go.example.com'],
    ['https://go.example.com/', 'go.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['sub.waypost.example', 'sub.waypost.example'],
  ])('%j as %s', (typed, host) => {
    expect(readDomain(typed, own)).toEqual({ kind: 'domain', host });
  });

  test('at the greatest length that leaves room for the name of its TXT record', () => {
    const label = 'a'.repeat(60);
    const longest = `${label}.${label}.${label}.${'b'.repeat(longestDomain - 183 - 4)}.com`;

    expect(longest).toHaveLength(longestDomain);
    expect(readDomain(longest, own).kind).toBe('domain');
    expect(readDomain(`c${longest}`, own)).toMatchObject({
      message: `Use a domain of at most ${longestDomain} characters`,
    });
  });
});

describe('a domain is refused', () => {
  test.each([
    ['', 'Enter a domain, such as go.example.com'],
    ['*.example.com', 'Enter one domain: wildcards are not possible'],
    ['127.0.0.1', 'Enter a domain instead of an IP address'],
    ['0x7f.1', 'Enter a domain instead of an IP address'],
    ['2130706433', 'Enter a domain instead of an IP address'],
    ['example', 'Enter only the domain, such as go.example.com'],
    ['-go.example.com', 'Enter only the domain, such as go.example.com'],
    ['go..example.com', 'Enter only the domain, such as go.example.com'],
    ['go.example.com/sale', 'Enter only the domain, such as go.example.com'],
    ['go.example.com:8080', 'Enter only the domain, such as go.example.com'],
    ['a@example.com', 'Enter only the domain, such as go.example.com'],
    ['printer.local', 'This domain cannot be reached from the internet'],
    ['S.Waypost.example', 'This is the address of Waypost itself'],
  ])('%j: %s', (typed, message) => {
    expect(readDomain(typed, own)).toEqual({ kind: 'refused', message });
  });
});
