import { expect, test } from 'bun:test';
import { knownBots } from '#adapters/user-agent/is-bot';
import { type Approach, classify } from '#core/redirect/classify';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const isBot = knownBots();

function classOf(change: Partial<Approach>) {
  return classify({ isHead: false, isPrefetch: false, userAgent: firefox, ...change }, isBot);
}

test('browsers are human, also on the second request', () => {
  expect([classOf({}), classOf({})]).toEqual(['human', 'human']);
});

test('apps that ask for a link themselves are people under the user agents of their systems, as docs/app-links.md says', () => {
  const userAgents = [
    'Shop/12 CFNetwork/1498.700.2 Darwin/23.6.0',
    'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8 Build/UD1A.230803.041)',
    'okhttp/4.12.0',
  ];

  expect(userAgents.map((userAgent) => classOf({ userAgent }))).toEqual(['human', 'human', 'bot']);
});

test('[bots-apart] known bots, link previews, no user agent at all and HEAD are bots', () => {
  const bots = [
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
    '',
  ];

  for (const userAgent of bots) expect(classOf({ userAgent })).toBe('bot');
  expect(classOf({ isHead: true })).toBe('bot');
});

test('a prefetching browser is a prefetch, a prefetching bot a bot', () => {
  expect(classOf({ isPrefetch: true })).toBe('prefetch');
  expect(classOf({ isPrefetch: true, userAgent: 'curl/8.5.0' })).toBe('bot');
});
