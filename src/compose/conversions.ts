import { clickhouseConversions } from '#adapters/clickhouse/analytics/conversions';
import { attemptQueue, postgresAttempts } from '#adapters/postgres/conversions/attempts';
import { postgresNamedLinks } from '#adapters/postgres/links/named-links';
import { accountTurns } from '#adapters/postgres/pool/account-turns';
import { repeatGuess } from '#core/conversions/conversion-key';
import type { ConversionPorts, ReportPorts } from '#core/conversions/ports';
import { budget } from '#core/shared/limits/budget';
import { Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import type { EventContext } from './context.ts';
import type { Redirects } from './redirects.ts';
import { postbackSeals, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

type ReportParts = {
  readonly redirects: Pick<Redirects, 'index' | 'clickIds' | 'isBot' | 'conversions' | 'postbacks'>;
  readonly secret: AppSecret;
};

/** An account's conversions, and the reports that come from pages and servers. */
export function composeConversions(
  { sql, links, locks, clickHouse, redirects, secret, config, log }: EventContext,
  findKey: ReportPorts['findKey'],
) {
  const attempts = postgresAttempts(sql);
  const generations = redirects.postbacks.generations(sql);
  const ports: ConversionPorts = {
    links: { ...links, ...postgresNamedLinks(sql) },
    conversions: clickhouseConversions(clickHouse),
    serialized: accountTurns(locks, 'conversions'),
    spool: redirects.conversions,
    clickIds: redirects.clickIds,
    attempts,
    generations,
    seals: postbackSeals(secret),
    newId,
    clock,
  };
  const reports: ReportPorts = {
    ...reporting({ redirects, secret }),
    findKey,
    generations,
    isRepeat: repeatGuess(config.visitorId),
    attempts: attemptQueue({ store: attempts.store, log }),
  };
  return { ports, reports };
}

/**
 * Reports before the database is up: only their debug list is missing. Postbacks with an API key are
 * refused as `unavailable`.
 */
export function reportWhileStarting(parts: ReportParts): ReportPorts {
  return {
    ...reporting(parts),
    generations: parts.redirects.postbacks,
    attempts: { record: () => {} },
    isRepeat: () => false,
    findKey: () => {
      throw new Refusal('unavailable', 'Waypost is starting. Please try again in a moment.', {
        retryAfterSeconds: 1,
      });
    },
  };
}

const perMinute = (limit: number) => budget({ limit, windowMs: minuteMs, keys: 10_000 });

function reporting({ redirects, secret }: ReportParts) {
  const { index, clickIds, isBot, conversions } = redirects;
  return {
    links: index,
    clickIds,
    isBot,
    spool: conversions,
    seals: postbackSeals(secret),
    limits: {
      ofNetwork: perMinute(300),
      ofLink: perMinute(6000),
      told: perMinute(1),
      postbacks: perMinute(6000),
    },
    newId,
    clock,
  };
}
