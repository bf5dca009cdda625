import * as tracking from '#contract/conversions/tracking';
import type { ConversionPorts } from '#core/conversions/ports';
import { attemptReasons, type Attempt } from '#core/conversions/reports/attempt';
import {
  type LinkPostback,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';
import { urlOfName } from '#core/links/link-domain';
import { type Mountable, on } from '#adapters/http/frame/on';

/**
 * What a link's owner needs to track its conversions: the secret for servers that report them, and
 * the results of recent reports. `shortOrigin` is SHORT_URL, an origin.
 */
export function trackingRoutes(ports: ConversionPorts, shortOrigin: string): Mountable[] {
  const shown = ({ link, secret }: LinkPostback) => ({
    secret,
    url: `${shortOrigin}/api/postback?link=${link.shortCode}&secret=${secret}`,
  });
  return [
    on(tracking.showPostback, async ({ caller, params }) =>
      shown(await showPostback(ports, caller.id, params.id)),
    ),
    on(tracking.rotatePostback, async ({ caller, params }) =>
      shown(await rotatePostback(ports, caller.id, params.id)),
    ),
    on(tracking.listConversionAttempts, async ({ caller, query }) =>
      (await ports.attempts.newest(caller.id, query.linkId)).map(explained),
    ),
    on(tracking.listUntrackedAttempts, async ({ caller }) =>
      (await ports.attempts.newestUntracked(caller.id)).map(({ linkName, ...attempt }) => ({
        ...explained(attempt),
        link: { id: attempt.linkId, shortUrl: urlOfName(shortOrigin, linkName) },
      })),
    ),
  ];
}

function explained(attempt: Attempt) {
  return { ...attempt, reason: attemptReasons[attempt.reason] };
}
