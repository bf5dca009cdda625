import * as tracking from '#contract/conversions/tracking';
import type { ConversionPorts } from '#core/conversions/ports';
import { attemptReasons, type ListedAttempt } from '#core/conversions/reports/attempt';
import {
  type LinkPostback,
  rotatePostback,
  showPostback,
} from '#core/conversions/reports/postback-secret';
import { urlOfName } from '#core/links/link-domain';
import { invalid } from '#core/shared/refusal';
import { type Mountable, on } from '#adapters/http/frame/on';
import { pageOfNewest } from '#adapters/http/paging/page-of-list';

/**
 * What a link's owner needs to track its conversions: the secret for servers that report them, and
 * the results of recent reports. `shortOrigin` is SHORT_URL, an origin.
 */
export function trackingRoutes(ports: ConversionPorts, shortOrigin: string): Mountable[] {
  const shown = ({ link, secret }: LinkPostback) => ({
    secret,
    url: `${shortOrigin}/api/postback?link=${link.shortCode}&secret=${secret}`,
  });
  const shownAttempt = ({ linkName, ...attempt }: ListedAttempt) => ({
    ...attempt,
    reason: attemptReasons[attempt.reason],
    link: { id: attempt.linkId, shortUrl: urlOfName(shortOrigin, linkName) },
  });
  return [
    on(tracking.showPostback, async ({ caller, params }) =>
      shown(await showPostback(ports, caller.id, params.id)),
    ),
    on(tracking.rotatePostback, async ({ caller, params }) =>
      shown(await rotatePostback(ports, caller.id, params.id)),
    ),
    on(tracking.listConversionAttempts, async ({ caller, query }) => {
      const { linkId, untracked } = query;
      if ((linkId === undefined) === (untracked === undefined)) {
        throw invalid({
          path: 'linkId',
          message: 'Send the id of one of your links, or untracked=true',
        });
      }
      const attempts =
        linkId === undefined
          ? await ports.attempts.newestUntracked(caller.id)
          : await ports.attempts.newest(caller.id, linkId);
      const page = pageOfNewest(attempts, query, {
        name: `attempts ${linkId ?? 'untracked'}`,
        positionOf: ({ number }) => [number],
      });
      return { ...page, data: page.data.map(shownAttempt) };
    }),
  ];
}
