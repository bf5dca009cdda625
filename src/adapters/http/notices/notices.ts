import { isId } from '#contract/fields';
import * as contract from '#contract/notices';
import { urlOfName } from '#core/links/link-domain';
import type { NoticePorts } from '#core/notices/ports';
import { type Mountable, on } from '#adapters/http/frame/on';
import { pageOfNewest } from '#adapters/http/paging/page-of-list';

type Ports = Pick<NoticePorts, 'notices' | 'appUrl' | 'shortUrl' | 'clock'>;

/** A person's notices. */
export function noticeRoutes({ notices, shortUrl, clock }: Ports): Mountable[] {
  return [
    on(contract.listNotices, async ({ caller, query }) => {
      const { unread, notices: newest } = await notices.newest(caller.id, contract.mostNotices);
      const shown = newest.map(({ link, amounts, ...notice }) => ({
        ...notice,
        amounts: amounts.map(({ currency, cents }) => ({ currency, value: cents })),
        link: link && { ...link, shortUrl: urlOfName(shortUrl, link.name) },
      }));
      const page = pageOfNewest(shown, query, {
        name: 'notices',
        positionOf: ({ happenedAt, id }) => [happenedAt.getTime(), id],
      });
      return { ...page, unread };
    }),
    on(contract.readNotices, ({ caller, body }) => {
      const which = body.ids?.filter(isId) ?? 'all';
      return notices.markRead(caller.id, which, new Date(clock.now()));
    }),
  ];
}
