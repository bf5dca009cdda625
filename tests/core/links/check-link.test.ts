import { describe, expect, test } from 'bun:test';
import { checkLink } from '#core/links/check-link';
import type { LinkInput } from '#core/links/link';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { isReservedWord } from '#core/links/names/reserved-words';
import { Refusal } from '#core/shared/refusal';

const rules = {
  readDestination: destinationRules(['https://app.example']),
  explainDestination: destinationProblems(['https://app.example']),
  isReserved: isReservedWord,
  blocksUrl: (href: string) => new URL(href).hostname === 'evil.example',
};

function issuesOf(wish: LinkInput): string[] {
  try {
    checkLink(wish, rules);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

describe('input for a link', () => {
  test('without fields changes nothing', () => {
    expect(checkLink({}, rules)).toEqual({});
  });

  test('is returned in its stored form', () => {
    const expiresAt = new Date();
    const wish = {
      originalUrl: 'HTTPS://Example.COM',
      customAlias: ' ',
      title: '  Spring ',
      description: '   ',
      splitTestUrls: ['https://é.example'],
      profitPerSaleCents: null,
      expiresAt,
    };

    expect(checkLink(wish, rules)).toEqual({
      originalUrl: 'https://example.com/',
      customAlias: null,
      title: 'Spring',
      description: null,
      splitTestUrls: ['https://xn--9ca.example/'],
      profitPerSaleCents: null,
      expiresAt,
    });
  });

  test('may be as long as the database allows, counted in characters', () => {
    const wish = {
      title: '😀'.repeat(200),
      description: 'é'.repeat(1000),
      profitPerSaleCents: 1_000_000_000,
      splitTestUrls: Array<string>(4).fill('https://example.com/'),
    };

    expect(checkLink(wish, rules)).toEqual(wish);
  });

  test.each<[LinkInput, string]>([
    [{ title: 'x'.repeat(201) }, 'title: Use at most 200 characters'],
    [{ title: 'a\0b' }, 'title: Use plain text only'],
    [{ description: '\ud800' }, 'description: Use plain text only'],
    [{ description: 'x'.repeat(100_000) }, 'description: Use at most 1000 characters'],
    [{ profitPerSaleCents: -1 }, 'profitPerSale: Profit must be positive'],
    [{ profitPerSaleCents: 1.5 }, 'profitPerSale: Profit must be in whole cents'],
    [{ profitPerSaleCents: NaN }, 'profitPerSale: Profit must be in whole cents'],
    [{ profitPerSaleCents: Infinity }, 'profitPerSale: Profit is too large'],
    [{ splitTestUrls: Array<string>(5).fill('x') }, 'splitTestUrls: Use at most 4 split test URLs'],
    [
      { splitTestUrls: ['https://app.example'] },
      'splitTestUrls.0: A link cannot lead to Waypost itself: it would redirect endlessly',
    ],
    [
      { originalUrl: 'https://a:b@shop.example' },
      'originalUrl: Remove the user name and password from the URL',
    ],
    [
      { originalUrl: `https://shop.example/${'a'.repeat(2048)}` },
      'originalUrl: Use a URL of at most 2,048 characters',
    ],
    [{ customAlias: 'a'.repeat(51) }, 'customAlias: Use at most 50 characters'],
  ])('%j is refused', (wish, issue) => {
    expect(issuesOf(wish)).toEqual([issue]);
  });

  test('with several errors returns all of them, in the order of the fields', () => {
    const wish = {
      profitPerSaleCents: -1,
      customAlias: 'login',
      originalUrl: 'x',
      splitTestUrls: ['y'],
    };

    expect(issuesOf(wish)).toEqual([
      'originalUrl: Please enter a valid URL',
      'splitTestUrls.0: Please enter a valid URL',
      'customAlias: This alias is not available',
      'profitPerSale: Profit must be positive',
    ]);
  });
});

test('[blocklist] with a destination that the operator blocks is rejected at its field', () => {
  const wish = {
    originalUrl: 'https://good.example/',
    splitTestUrls: ['https://good.example/', 'https://evil.example/path'],
  };

  const refusal = (() => {
    try {
      return checkLink(wish, rules);
    } catch (error) {
      return error;
    }
  })();

  expect(refusal).toMatchObject({
    code: 'blocked',
    message: 'This destination is not allowed',
    issues: [{ path: 'splitTestUrls.1', message: 'This destination is not allowed' }],
  });
});
