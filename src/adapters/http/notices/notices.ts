import { isId } from '#contract/fields';
import * as contract from '#contract/notices';
import { urlOfName } from '#core/links/link-domain';
import type { NoticePorts } from '#core/notices/ports';
import { type Mountable, on } from '#adapters/http/frame/on';

type Ports = Pick<NoticePorts, 'notices' | 'appUrl' | 'shortUrl' | 'clock'>;

/** A person's notices. */
export function noticeRoutes({ notices, shortUrl, clock }: Ports): Mountable[] {
  return [
    on(contract.listNotices, async ({ caller }) => {
      const { unread, notices: newest } = await notices.newest(caller.id, contract.mostNotices);
      return {
        unread,
        notices: newest.map(({ link, ...notice }) => ({
          ...notice,
          link: link && { ...link, shortUrl: urlOfName(shortUrl, link.name) },
        })),
      };
    }),
    on(contract.readNotices, ({ caller, body }) => {
      const which = body.ids?.filter(isId) ?? 'all';
      return notices.markRead(caller.id, which, new Date(clock.now()));
    }),
  ];
}
