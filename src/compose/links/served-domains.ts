import { join } from 'node:path';
import { keepDomains } from '#adapters/snapshot/keep-domains';
import { servedDomains } from '#core/domains/served-domains';
import type { LinkIndex } from '#core/redirect/link-index';
import type { End } from '#core/shared/ending';
import type { Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { every } from '#adapters/timers/every';
import { judgeAgain } from '#roots/compose/background/judge-again';

/** How long a link to a new domain of this instance may still redirect. */
const judgeEveryMs = secondMs;

/** The proven domains of all accounts in memory, with those of an earlier run at once. */
export function openServedDomains({ dataDir, log }: { dataDir: string; log: Log }) {
  const domains = servedDomains();
  const kept = keepDomains({ file: join(dataDir, 'domains.snapshot'), domains, log });
  /** Whether a host is a custom domain whose DNS records lead here. */
  const isOwnDomain = (host: string): boolean => domains.at(host)?.isPointed ?? false;
  const pointed = (): string =>
    domains
      .all()
      .flatMap(({ host, isPointed }) => (isPointed ? [host] : []))
      .sort()
      .join();

  return {
    domains,
    isOwnDomain,
    close: kept.close,
    /** Judges the links again when other domains lead to this instance. */
    follow(index: LinkIndex): End {
      let judged = pointed();
      const name = 'judge links to custom domains';
      return every({ pauseMs: judgeEveryMs, name, log }, async (signal) => {
        const now = pointed();
        if (now === judged) return;
        judged = now;
        await judgeAgain(index, signal);
      });
    },
  };
}
