import { expect, test } from 'bun:test';
import { isReservedWord } from '#core/links/names/reserved-words';
import { checkAlias } from '#core/links/names/suggest-aliases';
import { memoryLinks } from '#tests/support/memory/links';
import { someLink } from '#tests/support/builders/links';

const owner = { id: crypto.randomUUID() };
const domain = { number: 7, host: 'go.shop.example' };

/** Links with these aliases, of anybody. */
async function portsWith(...aliases: readonly string[]) {
  const links = memoryLinks();
  for (const customAlias of aliases) {
    // One after the other. oxlint-disable-next-line no-await-in-loop
    await links.add(someLink(crypto.randomUUID(), { customAlias }));
  }
  return {
    links,
    domains: {
      proven: async (userId: string, host: string) =>
        userId === owner.id && host === domain.host ? domain : null,
      usual: async () => null,
    },
    rules: {
      isReserved: isReservedWord,
      readDestination: () => null,
      explainDestination: () => '',
      blocksUrl: () => false,
    },
    clock: { now: () => Date.UTC(2026, 10, 28) },
  };
}

const wanted = { alias: 'ridge', domain: null, destination: '' };

test('an alias that no link has is free', async () => {
  const ports = await portsWith('other');
  expect(await checkAlias(ports, owner, wanted)).toEqual({
    isFree: true,
    reason: null,
    suggestions: [],
  });
});

test('a taken alias, in any spelling, is answered with three free ones', async () => {
  const ports = await portsWith('Ridge', 'ridge-mid', 'ridge-26');
  const destination = 'https://northwind.example/boots/ridge-mid?utm_source=x';
  expect(await checkAlias(ports, owner, { ...wanted, destination })).toEqual({
    isFree: false,
    reason: 'This alias is already taken',
    suggestions: ['ridge-boots', 'ridge-2', 'ridge-3'],
  });
  expect(
    await checkAlias(ports, owner, { ...wanted, destination: 'not an address' }),
  ).toMatchObject({
    suggestions: ['ridge-2', 'ridge-3', 'ridge-4'],
  });
});

test('a reserved name and one with other letters are answered with names that are neither', async () => {
  const ports = await portsWith();
  expect(await checkAlias(ports, owner, { ...wanted, alias: 'login' })).toEqual({
    isFree: false,
    reason: 'This alias is not available',
    suggestions: ['login-26', 'login-2', 'login-3'],
  });
  expect(await checkAlias(ports, owner, { ...wanted, alias: ' summer sale! ' })).toEqual({
    isFree: false,
    reason: 'Use letters, numbers, hyphens and underscores only',
    suggestions: ['summer-sale-26', 'summer-sale-2', 'summer-sale-3'],
  });
  for (const alias of ['%', ' ']) {
    // One after the other. oxlint-disable-next-line no-await-in-loop
    expect(await checkAlias(ports, owner, { ...wanted, alias })).toEqual({
      isFree: false,
      reason: 'Use letters, numbers, hyphens and underscores only',
      suggestions: [],
    });
  }
});

test('suggestions are no longer than an alias may be', async () => {
  const alias = 'x'.repeat(50);
  const ports = await portsWith(alias);
  const { suggestions } = await checkAlias(ports, owner, { ...wanted, alias });
  expect(suggestions.map(({ length }) => length)).toEqual([50, 50, 50]);
});

test('each domain has names of its own, and only the account can ask about its domain', async () => {
  const ports = await portsWith('ridge');
  const there = { ...wanted, domain: domain.host };
  expect(await checkAlias(ports, owner, there)).toMatchObject({ isFree: true });
  const stranger = { id: crypto.randomUUID() };
  expect(checkAlias(ports, stranger, there)).rejects.toMatchObject({ code: 'invalid' });
});
