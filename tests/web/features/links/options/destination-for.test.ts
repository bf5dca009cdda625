import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { LinkRule } from '#core/links/options/link-options';
import { firstRule } from '#core/redirect/options/match-rule';
import { newLinkValues } from '#web/features/links/form/link-form.ts';
import { destinationFor } from '#web/features/links/options/where-visitors-go.tsx';
import { noOptionValues } from '#web/features/links/options/option-values.ts';

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const rule: fc.Arbitrary<LinkRule> = fc
  .record({
    devices: some('mobile' as const, 'desktop' as const),
    systems: some('ios' as const, 'android' as const),
    countries: some('DE', 'BR'),
    languages: some('de', 'pt', 'pt-BR', 'no'),
    id: fc.integer({ min: 1, max: 1_000_000 }),
  })
  .filter((one) => Object.values(one).some((value) => Array.isArray(value) && value.length > 0))
  .map((one) => ({ ...one, url: `https://shop.example/${one.id}` }));

test('the editor shows for every visitor where the redirect leads', () => {
  const visitor = fc.record({
    device: fc.constantFrom('mobile', 'desktop', 'tablet'),
    system: fc.constantFrom('ios' as const, 'android' as const, 'windows' as const),
    country: fc.constantFrom('DE', 'BR', ''),
    language: fc.constantFrom('de', 'de-AT', 'pt', 'pt-BR', 'nb-NO', ''),
  });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), visitor, (rules, who) => {
      const options = {
        ...noOptionValues,
        rules: rules.map(({ id, devices, systems, countries, languages, url }) => ({
          id: String(id),
          devices: devices.join(','),
          systems: systems.join(','),
          countries: [...countries],
          languages: [...languages],
          url,
        })),
      };
      const values = { ...newLinkValues, originalUrl: 'https://shop.example/', options };

      expect(destinationFor(values, who).urls).toEqual([
        firstRule(rules, who)?.url ?? 'https://shop.example/',
      ]);
    }),
  );
});

test('apps come before the split test', () => {
  const values = {
    ...newLinkValues,
    originalUrl: 'https://a.example/',
    splitTestEnabled: true,
    otherDestinations: [{ url: 'https://b.example/' }, { url: ' ' }],
    options: { ...noOptionValues, iosUrl: 'shop://item/5' },
  };
  const who = { device: 'mobile', country: '', language: '' };

  expect(destinationFor(values, { ...who, system: 'ios' }).urls).toEqual(['shop://item/5']);
  expect(destinationFor(values, { ...who, system: 'android' }).urls).toEqual([
    'https://a.example/',
    'https://b.example/',
  ]);
});
