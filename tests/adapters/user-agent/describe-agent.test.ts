import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { userAgents } from '#adapters/user-agent/describe-agent';

const describe = userAgents();
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    'desktop',
    'Chrome',
    'Windows',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'desktop', 'Safari', 'macOS'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
    'desktop',
    'Chrome',
    'ChromeOS',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${safari}`, 'mobile', 'Safari', 'iOS'],
  [`Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${safari}`, 'tablet', 'Safari', 'iOS'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
    'mobile',
    'Chrome',
    'Android',
  ],
  [`Mozilla/5.0 (PlayStation; PlayStation 5/6.00) ${safari}`, 'other', 'Safari', 'PlayStation'],
  ['curl/8.5', 'unknown', '', ''],
  ['', 'unknown', '', ''],
])('%p is a %s with %p on %p', (userAgent, device, browser, os) => {
  expect(describe(userAgent)).toMatchObject({ device, os });
  expect(describe(userAgent).browser).toBe(browser);
});

test('[bounded-input] every text gets the same description each time, with a full or an empty cache', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (userAgent) => {
      expect(describe(userAgent)).toEqual(userAgents()(userAgent));
    }),
  );
  const first = describe('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0');
  for (let index = 0; index < 12_000; index += 1) describe(`agent ${index}`);

  expect(describe('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0')).toEqual(first);
});
