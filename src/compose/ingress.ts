import { attemptQueue } from '#adapters/postgres/conversions/attempt-queue';
import { postgresAttempts } from '#adapters/postgres/conversions/attempts';
import type { Sql } from '#adapters/postgres/connect';
import { listAttempts, listUntrackedAttempts } from '#core/conversions/reports/list-attempts';
import { postbackSecretsOf } from '#core/conversions/reports/postback-secret';
import { repeatGuess } from '#core/conversions/repeats';
import {
  receivePostback,
  type ReceivePostbackPorts,
} from '#core/conversions/reports/receive-postback';
import { trackByPixel } from '#core/conversions/reports/track-by-pixel';
import { budget } from '#core/shared/limits/budget';
import type { Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import type { Redirects } from './redirects.ts';
import { postbackSeals, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type IngressParts = {
  readonly sql: Sql;
  readonly redirects: Pick<Redirects, 'index' | 'clickIds' | 'isBot' | 'conversions'>;
  readonly keys: Pick<ReceivePostbackPorts, 'findKey' | 'postbackSecretsOf'>;
  readonly config: Pick<Config, 'visitorId'>;
  readonly log: Log;
};

/** Reports of conversions from pages and servers, and their debug list for owners. */
export function composeIngress({ sql, redirects, keys, config, log }: IngressParts) {
  const attempts = postgresAttempts(sql);
  const ports = {
    ...reporting(redirects),
    ...keys,
    isRepeat: repeatGuess(config.visitorId),
    attempts: attemptQueue({ store: attempts.store, log }),
    budget: perMinute(6000),
  };

  return {
    trackByPixel: trackByPixel(ports),
    receivePostback: receivePostback(ports),
    listAttempts: listAttempts({ attempts }),
    listUntrackedAttempts: listUntrackedAttempts({ attempts }),
  };
}

type EarlyParts = {
  readonly redirects: IngressParts['redirects'] & Pick<Redirects, 'postbacks'>;
  readonly secret: AppSecret;
};

/**
 * Reports before the database is up: only their debug list is missing. Postbacks with an API key are
 * refused as `unavailable`.
 */
export function reportWhileStarting({ redirects, secret }: EarlyParts) {
  const ports = {
    ...reporting(redirects),
    attempts: { record: () => {} },
    isRepeat: () => false,
    budget: perMinute(6000),
    postbackSecretsOf: postbackSecretsOf({
      generations: redirects.postbacks,
      seals: postbackSeals(secret),
    }),
    findKey: () => {
      throw new Refusal('unavailable', 'Waypost is starting. Please try again in a moment.', {
        retryAfterSeconds: 1,
      });
    },
  };
  return { trackByPixel: trackByPixel(ports), receivePostback: receivePostback(ports) };
}

const perMinute = (limit: number) => budget({ limit, windowMs: minuteMs, keys: 10_000 });

function reporting({ index, clickIds, isBot, conversions }: IngressParts['redirects']) {
  return {
    links: index,
    clickIds,
    isBot,
    spool: conversions,
    limits: { ofNetwork: perMinute(300), ofLink: perMinute(6000), told: perMinute(1) },
    newId,
    clock,
  };
}
