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
