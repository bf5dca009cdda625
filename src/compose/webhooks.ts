import { createHmac, randomBytes } from 'node:crypto';
import {
  clickhouseStoredClicks,
  clickhouseStoredConversions,
} from '#adapters/clickhouse/events/webhook-events';
import { resolverDns } from '#adapters/dns/resolver';
import { aesSeal } from '#adapters/mail/seal';
import { guardedPost } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresDeliveries } from '#adapters/postgres/webhooks/deliveries';
import { postgresEvents } from '#adapters/postgres/webhooks/events';
import { resealSecrets } from '#adapters/postgres/webhooks/reseal';
import { postgresTroubles } from '#adapters/postgres/webhooks/troubles';
import { postgresWebhooks } from '#adapters/postgres/webhooks/webhooks';
import { ownUrls } from '#core/links/own-urls';
import { deliverDue } from '#core/webhooks/deliver';
import { forgetEvents, planDeliveries } from '#core/webhooks/log';
import type { WebhookPorts } from '#core/webhooks/ports';
import { recordClicks, recordConversions } from '#core/webhooks/record-stored';
import { tellOfTroubles } from '#core/webhooks/tell-owner';
import { allOrigins } from '#roots/config/origins';
import type { WebhookSettings } from '#roots/config/webhooks';
import type { Context, EventContext } from './context.ts';
import { type AppSecret, sealKeys } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type WebhookParts = Pick<
  EventContext,
  'sql' | 'clickHouse' | 'secret' | 'origins' | 'config' | 'links' | 'splitTests' | 'alerts' | 'log'
> & {
  readonly notices: Pick<Context['notices'], 'notices' | 'appUrl'>;
  readonly domains: Pick<Context['domains'], 'domains'>;
  readonly redirects: Pick<Context['redirects'], 'isOwnDomain'> & {
    readonly blocklist: Pick<Context['redirects']['blocklist'], 'bans'>;
  };
};

/** Encrypts the secrets of webhooks with the installation's secret. */
function sealOfWebhooks(secret: AppSecret) {
  return aesSeal(sealKeys(secret, 'webhooks'));
}

/** What the use cases of webhooks take. */
export function webhookPorts(parts: WebhookParts): WebhookPorts {
  const { sql, clickHouse, secret, origins, links, redirects, config, splitTests, domains } = parts;
  const seal = sealOfWebhooks(secret);
  return {
    webhooks: postgresWebhooks(sql, seal),
    events: postgresEvents(sql),
    deliveries: postgresDeliveries(sql, seal, redirects.blocklist.bans),
    troubles: postgresTroubles(sql),
    clicks: clickhouseStoredClicks(clickHouse),
    links,
    domains: domains.domains,
    imports: postgresImports(sql, { mostLinks: config.maxLinksPerAccount }),
    bulk: postgresBulk(sql),
    splitTests,
    alerts: parts.alerts.alerts,
    isOwn: ownUrls(allOrigins(origins), redirects.isOwnDomain),
    shortUrl: origins.shortUrl,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    clock,
    newId,
    randomBytes,
  };
}

/** What the jobs of webhooks do. `deliver` is null when webhooks are off: then nothing is sent. */
export function webhookWork(context: WebhookParts) {
  const { config, origins, log } = context;
  const ports = webhookPorts(context);
  return {
    recordExpired: () => ports.events.recordExpired(new Date(clock.now())),
    plan: () => planDeliveries(ports),
    forget: () => forgetEvents(ports),
    reseal: resealSecrets(context.sql, sealOfWebhooks(context.secret)),
    tell: () => tellOfTroubles({ ...context.notices, ...ports }),
    deliver: config.webhooks && delivering(config.webhooks),
    /** Without sending nobody wants them. */
    record: config.webhooks && {
      conversions: recordConversions({
        ...ports,
        conversions: clickhouseStoredConversions(context.clickHouse),
        digest: sha256,
      }),
      clicks: recordClicks({ ...ports, clicks: clickhouseStoredClicks(context.clickHouse) }),
    },
  };

  function delivering({ ownRanges }: WebhookSettings) {
    const sending = {
      ...ports,
      post: guardedPost({
        dns: resolverDns(config.dnsServers),
        guard: addressGuard(ownRanges),
        userAgent: `Waypost webhooks (+${origins.appUrl})`,
        isOwn: ports.isOwn,
      }),
      random: Math.random,
      monotonic: () => performance.now(),
      log,
    };
    return (signal: AbortSignal) => deliverDue(sending, signal);
  }
}
