import { expect, test } from 'bun:test';
import { draftIn } from '#web/features/links/form/draft-values.ts';
import { newLinkValues } from '#web/features/links/form/link-form.ts';
import { newRule } from '#web/features/links/options/option-values.ts';

test('a draft of another version or with damaged parts is read as far as it fits', () => {
  expect(draftIn(null)).toBeNull();
  expect(draftIn('text')).toEqual(newLinkValues);
  const options = { previewTitle: 'Sale', rules: 'none', unknown: 1 };
  const stored = {
    originalUrl: 'https://shop.example/',
    tags: ['Sale'],
    domain: 'go.example',
    options,
  };
  expect(draftIn({ ...stored, trackClicks: 'yes', isOld: true })).toEqual({
    ...newLinkValues,
    originalUrl: 'https://shop.example/',
    tags: ['Sale'],
    domain: 'go.example',
    options: { ...newLinkValues.options, previewTitle: 'Sale' },
  });
});

test('damaged entries of lists do not reach the form', () => {
  const rules = [{ url: 'https://shop.example/', countries: ['DE', 1] }, null];
  const { tags, otherDestinations, options } =
    draftIn({ tags: ['Sale', 5], otherDestinations: [{}], options: { rules } }) ?? newLinkValues;
  expect(tags).toEqual(['Sale', '']);
  expect(otherDestinations).toEqual([{ url: '' }]);
  expect(options.rules).toEqual([
    { ...newRule, url: 'https://shop.example/', countries: ['DE', ''] },
    newRule,
  ]);
});
