import { expect, test } from 'bun:test';
import { readChannels } from '#core/clicks/read-channel';
import { isPublicSuffix } from '#adapters/public-suffixes/public-suffixes';
import { arrivals } from '#tests/support/builders/arrivals';

test.each(arrivals)('%s: %j', (channel, { referrer = '', source = '', medium = '' }) => {
  const readChannel = readChannels(isPublicSuffix);

  const read = readChannel({ referrer, utmSource: source, utmMedium: medium });

  expect<string>(read).toBe(channel);
  expect<string>(readChannel({ referrer, utmSource: source, utmMedium: medium })).toBe(channel);
});
