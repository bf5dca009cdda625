import { expect, test } from 'bun:test';
import { checkLink } from '#core/links/check-link';
import type { LinkInput } from '#core/links/link';
import { checkTogether } from '#core/links/check-together';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { numberRules } from '#core/links/options/check-rules';
import { noOptions } from '#core/links/options/link-options';
import { Refusal } from '#core/shared/refusal';

const own = ['https://app.example'];
const rules = {
  readDestination: destinationRules(own),
  explainDestination: destinationProblems(own),
  isReserved: () => false,
  blocksUrl: (href: string) => new URL(href).hostname === 'evil.example',
};
const before = {
  ...noOptions,
  originalUrl: 'https://a.example/',
  expiresAt: null,
  trackClicks: true,
  autoTrackProfit: false,
  profitPerSaleCents: null,
  splitTestEnabled: false,
  splitTestUrls: [],
};
const url = 'https://shop.example/de';

function issuesOf(input: LinkInput): string[] {
  try {
    checkTogether(checkLink(input, rules), before, Date.UTC(2026, 10, 22));
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const loop = 'A link cannot lead to Waypost itself: it would redirect endlessly';
const noCondition = 'Choose a device, a system, a country or a language';
const noApp = 'Enter a web address, or one with the scheme of the app: shop://item/5';

test.each<[LinkInput, ...string[]]>([
  [{ expiredUrl: 'javascript:alert(1)' }, 'expiredUrl: Please enter a valid URL'],
  [{ expiredUrl: 'https://app.example/x' }, `expiredUrl: ${loop}`],
  [{ expiredUrl: 'https://evil.example/' }, 'expiredUrl: This destination is not allowed'],
  [{ expiresAfterClicks: 0 }, 'expiresAfterClicks: Use a whole number from 1 to 1,000,000,000'],
  [{ expiresAfterClicks: 1.5 }, 'expiresAfterClicks: Use a whole number from 1 to 1,000,000,000'],
  [
    { expiresAfterClicks: 5, trackClicks: false },
    'expiresAfterClicks: Turn click tracking on: without it there is no count',
  ],
  [
    { startsAt: new Date(Date.UTC(2027, 1, 2)), expiresAt: new Date(Date.UTC(2027, 1, 1)) },
    'startsAt: The link would expire before it starts',
  ],
  [{ password: 'abc' }, 'password: Use at least 4 characters'],
  [{ password: 'x'.repeat(129) }, 'password: Use at most 128 characters'],
  [{ rules: [{ url }] }, `rules.0: ${noCondition}`],
  [{ rules: [{ devices: [], countries: [], url }] }, `rules.0: ${noCondition}`],
  [
    {
      rules: [
        { countries: ['DE'], url },
        { devices: ['toaster'], url: 'nowhere' },
      ],
    },
    'rules.1.devices: Choose a known device',
    `rules.1: ${noCondition}`,
    'rules.1.url: Please enter a valid URL',
  ],
  [
    { rules: [{ countries: ['Germany', 'ZZ'], url }] },
    'rules.0.countries: Choose a known country',
    `rules.0: ${noCondition}`,
  ],
  [
    { rules: [{ languages: ['german'], url }] },
    'rules.0.languages: Choose a known language',
    `rules.0: ${noCondition}`,
  ],
  [{ rules: [{ devices: ['mobile'], url: 'https://app.example/a' }] }, `rules.0.url: ${loop}`],
  [
    { rules: [{ devices: ['mobile'], url: 'https://evil.example/a' }] },
    'rules.0.url: This destination is not allowed',
  ],
  [
    {
      rules: [
        { id: 4, devices: ['mobile'], url },
        { id: 4, devices: ['tablet'], url },
      ],
    },
    'rules.1.id: Two rules have the same id',
  ],
  [
    { rules: Array.from({ length: 21 }, () => ({ devices: ['mobile'], url })) },
    'rules: Use at most 20 rules',
  ],
  [{ iosUrl: 'javascript://%0aalert(1)' }, `iosUrl: ${noApp}`],
  [{ iosUrl: 'intent://scan/#Intent;end' }, `iosUrl: ${noApp}`],
  [{ iosUrl: 'data:text/html,x' }, `iosUrl: ${noApp}`],
  [{ androidUrl: 'https://evil.example/app' }, 'androidUrl: This destination is not allowed'],
  [{ iosFallbackUrl: url }, 'iosFallbackUrl: Enter the address of the app first'],
  [{ previewTitle: 'x'.repeat(121) }, 'previewTitle: Use at most 120 characters'],
])('%j is refused', (input, ...issues) => {
  expect(issuesOf(input)).toEqual(issues);
});

test('what holds to the rules is stored in one form', () => {
  const change = checkLink(
    {
      expiredUrl: 'Shop.example/over',
      rules: [
        { countries: ['de', 'DE', 'UK', 'fx'], languages: ['PT-br', 'iw-uk'], url: 'shop.example' },
      ],
      iosUrl: 'SHOP://Item/5',
      androidUrl: 'https://play.google.com/store/apps/details?id=x',
      iosFallbackUrl: ' ',
      previewTitle: '  Sale  ',
    },
    rules,
  );

  expect(change).toEqual({
    expiredUrl: 'https://shop.example/over',
    rules: [
      {
        id: 0,
        devices: [],
        systems: [],
        countries: ['DE', 'GB', 'FR'],
        languages: ['pt-BR', 'he-GB'],
        url: 'https://shop.example/',
      },
    ],
    iosUrl: 'shop://Item/5',
    androidUrl: 'https://play.google.com/store/apps/details?id=x',
    iosFallbackUrl: null,
    previewTitle: 'Sale',
  });
});

test('new rules get ids that no other rule has, and the others keep theirs', () => {
  const rule = (id: number) => ({
    id,
    devices: [],
    systems: [],
    countries: ['DE'],
    languages: [],
    url,
  });
  const drawn = [0, 7, 7, 9];

  const numbered = numberRules([rule(7), rule(0), rule(0)], () => drawn.shift() ?? 10);

  expect(numbered.map(({ id }) => id)).toEqual([7, 9, 10]);
});
