import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCampaigns } from '#core/clicks/read-campaign';
import { aVisit } from '#tests/support/builders/visits';

const read = (query: string) => readCampaigns()(aVisit({ query }));

test('the five campaign parameters of the short link are read, all others are dropped', () => {
  const campaign = read(
    'utm_source=a+b&utm_medium=mail&utm_campaign=fall%202026&utm_term=%E2%82%AC&utm_content=c&email=x@y.z',
  );

  expect(campaign).toEqual({
    utmSource: 'a b',
    utmMedium: 'mail',
    utmCampaign: 'fall 2026',
    utmTerm: '€',
    utmContent: 'c',
  });
});

test('[no-queries-kept] [bounded-input] every query results in five texts of at most 256 clean characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (value) => {
      const campaign = read(
        `utm_source=${encodeURIComponent(value.toWellFormed())}&utm_term=${value}`,
      );

      for (const text of Object.values(campaign)) {
        expect(text.length).toBeLessThanOrEqual(256);
        expect(text.isWellFormed()).toBe(true);
        // oxlint-disable-next-line no-control-regex -- they are what must not be there
        expect(text).not.toMatch(/[\u0000-\u001f\u007f]/);
      }
    }),
  );
});

test('a cached campaign equals the parsed one, at once and after many others', () => {
  const cached = readCampaigns();
  const queries = Array.from({ length: 5000 }, (_, n) => `utm_source=s${n}&utm_campaign=c${n % 7}`);
  const some = ['', 'utm_source=a', `utm_term=${'a'.repeat(600)}`, '%75tm_source=b', 'a=%41'];

  for (const query of [...some, ...some, ...queries, ...some, ...queries.slice(0, 10)]) {
    expect(cached(aVisit({ query }))).toEqual(read(query));
  }
});
