import type { KeyHolder } from '#core/accounts/key-ports';
import { frame } from '#adapters/http/frame/frame';
import { pixelRoutes } from '#adapters/http/conversions/pixel';
import { postbackRoutes } from '#adapters/http/conversions/postback';
import type { Attempt } from '#core/conversions/reports/attempt';
import type { Certainty } from '#core/conversions/ports';
import type { RawConversion } from '#core/conversions/conversion';
import { repeatGuess } from '#core/conversions/conversion-key';
import { postbackSecretsOf, type SecretPorts } from '#core/conversions/reports/postback-secret';
import { linkIndex } from '#core/redirect/link-index';
import { budget } from '#core/shared/limits/budget';
import { Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testClickIds } from '#tests/support/builders/click-ids';
import { aRoutedLink } from '#tests/support/builders/links';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const noonMs = Date.UTC(2026, 10, 21, 12);

/** A link that tracks conversions, another of another account, and one that tracks none. */
export const shop = aRoutedLink({ trackConversions: true, aliases: ['summer'] });
export const foreign = aRoutedLink({
  id: '0193c0de-0000-7000-8000-0000000000ac',
  userId: '0193c0de-0000-7000-8000-0000000000bc',
  number: 8,
  code: 'Zz3dEfG',
  trackConversions: true,
});
export const untracked = aRoutedLink({
  id: '0193c0de-0000-7000-8000-0000000000ad',
  number: 9,
  code: 'Nn3dEfG',
});

const secrets: SecretPorts = {
  generations: { of: async () => 1 },
  seals: (text) => [new Bun.CryptoHasher('sha256').update(text).digest()],
};
export const theSecret = await validSecret();

async function validSecret(): Promise<string> {
  const [secret = ''] = await postbackSecretsOf(secrets, shop.id);
  return secret;
}

/** The routes that receive conversions, over memory. */
export function ingressWorld(visitorsAre: 'cookieless' | 'cookie' = 'cookieless') {
  const time = { nowMs: noonMs };
  const index = linkIndex(() => false);
  for (const link of [shop, foreign, untracked]) index.put(link);
  const recorded: (RawConversion & { readonly certainty: Certainty })[] = [];
  const attempts: Attempt[] = [];
  const keys = new Map<string, KeyHolder>();
  const disk = { isFull: false };
  const log = memoryLog();
  const ports = {
    links: index,
    clickIds: testClickIds(),
    isBot: (userAgent: string) => userAgent.includes('bot'),
    spool: {
      async record(conversion: RawConversion, certainty: Certainty) {
        if (disk.isFull) throw new Refusal('unavailable', 'full', { retryAfterSeconds: 1 });
        recorded.push({ ...conversion, certainty });
      },
    },
    attempts: { record: (attempt: Attempt) => void attempts.push(attempt) },
    isRepeat: repeatGuess(visitorsAre),
    limits: {
      ofNetwork: budget({ limit: 200, windowMs: minuteMs, keys: 100 }),
      ofLink: budget({ limit: 1000, windowMs: minuteMs, keys: 100 }),
      told: budget({ limit: 1, windowMs: minuteMs, keys: 100 }),
      postbacks: budget({ limit: 200, windowMs: minuteMs, keys: 100 }),
    },
    findKey: async (text: string) => keys.get(text) ?? null,
    ...secrets,
    newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs),
    clock: { now: () => time.nowMs },
  };
  const addressOf = () => '203.0.113.7';
  const app: Answers = frame({ appUrl, log, isOutage: () => false })
    .use(pixelRoutes(ports, addressOf))
    .use(postbackRoutes(ports, addressOf));

  return {
    ports,
    time,
    recorded,
    attempts,
    keys,
    disk,
    log,
    /** The click id of a link's click, this many days ago. */
    cid: (linkNumber = shop.number, daysAgo = 0, variant = 0): string =>
      ports.clickIds.sign({
        clickId: Bun.randomUUIDv7('hex', time.nowMs - daysAgo * 24 * 60 * minuteMs),
        linkNumber,
        variant,
      }),
    /** The tracking image, as a browser requests it. */
    pixel: (query: string, init: RequestInit = {}, name = shop.code) =>
      app.fetch(
        new Request(`${appUrl}/api/track/${name}?${query}`, {
          ...init,
          headers: { 'user-agent': firefox, ...Object.fromEntries(new Headers(init.headers)) },
        }),
      ),
    postback: (query: string, init: RequestInit = {}) =>
      app.fetch(new Request(`${appUrl}/api/postback?${query}`, init)),
  };
}
