import { expect, test } from 'bun:test';
import type { RuleSystem } from '#contract/links/link-limits';
import type { LinkRule } from '#core/links/options/link-options';
import { firstRule, systemOf, type Who } from '#core/redirect/options/match-rule';

const rule = (id: number, conditions: Partial<LinkRule>): LinkRule => ({
  id,
  devices: [],
  systems: [],
  countries: [],
  languages: [],
  url: `https://shop.example/${id}`,
  ...conditions,
});

const rules = [
  rule(1, { systems: ['ios'], countries: ['DE', 'AT'], languages: ['de'] }),
  rule(2, { systems: ['ios', 'android'] }),
  rule(3, { devices: ['tablet'] }),
  rule(4, { countries: ['BR'], languages: ['pt-BR'] }),
  rule(5, { languages: ['pt', 'es'] }),
  rule(6, { countries: ['DE'] }),
  rule(7, { languages: ['no'] }),
];

const nobody: Who = { device: 'unknown', system: '', country: '', language: '' };

test.each<[string, Partial<Who>, number | null]>([
  [
    'iPhone, Germany, German',
    { device: 'mobile', system: 'ios', country: 'DE', language: 'de' },
    1,
  ],
  ['iPhone, Austria, Austrian German', { system: 'ios', country: 'AT', language: 'de-AT' }, 1],
  ['iPhone, Germany, English', { system: 'ios', country: 'DE', language: 'en-US' }, 2],
  ['iPhone, unknown country, German', { system: 'ios', language: 'de' }, 2],
  ['Android phone', { device: 'mobile', system: 'android' }, 2],
  ['Windows tablet', { device: 'tablet', system: 'windows' }, 3],
  ['Brazil, Brazilian Portuguese', { country: 'BR', language: 'pt-BR' }, 4],
  ['Brazil, plain Portuguese', { country: 'BR', language: 'pt' }, 5],
  ['Portugal, Portuguese of Portugal', { country: 'PT', language: 'pt-PT' }, 5],
  ['Mexico, Spanish', { country: 'MX', language: 'es-MX' }, 5],
  ['Estonian is no Spanish', { language: 'et' }, null],
  ['a language of three letters that begins with pt', { language: 'ptx' }, null],
  ['Norwegian Bokmål', { language: 'nb-NO' }, 7],
  ['Norwegian Nynorsk', { language: 'nn' }, 7],
  ['Norwegian', { language: 'no-NO' }, 7],
  ['a language of three letters that begins with no', { language: 'nog' }, null],
  ['desktop, Germany', { device: 'desktop', system: 'macos', country: 'DE', language: 'en' }, 6],
  ['desktop, France', { device: 'desktop', system: 'linux', country: 'FR', language: 'fr' }, null],
  ['nothing is known', {}, null],
])('%s', (_, who, expected) => {
  expect(firstRule(rules, { ...nobody, ...who })?.id ?? null).toBe(expected);
});

test('without rules nothing fits, and the first of several that fit decides', () => {
  const both = [rule(8, { countries: ['DE'] }), rule(7, { devices: ['mobile'] })];

  expect(firstRule([], nobody)).toBeNull();
  expect(firstRule(both, { ...nobody, device: 'mobile', country: 'DE' })?.id).toBe(8);
  expect(firstRule(both.toReversed(), { ...nobody, device: 'mobile', country: 'DE' })?.id).toBe(7);
});

test.each<[string, RuleSystem | '']>([
  ['iOS', 'ios'],
  ['iPadOS', 'ios'],
  ['Android', 'android'],
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['ChromeOS', 'chromeos'],
  ['Ubuntu', 'linux'],
  ['Fedora', 'linux'],
  ['PlayStation', ''],
  ['', ''],
])('the system %s is %p in rules', (os, system) => {
  expect(systemOf(os)).toBe(system);
});
