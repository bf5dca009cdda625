import { Elysia } from 'elysia';
import { z } from 'zod';
import { urlOfName } from '#core/links/link-domain';
import type { listNotices } from '#core/notices/list-notices';
import type { Amount, Notice, NoticeKind } from '#core/notices/notice';
import type { readNotices } from '#core/notices/read-notices';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type NoticeRoutesPorts = {
  readonly session: SignedInPorts;
  readonly listNotices: ReturnType<typeof listNotices>;
  readonly readNotices: ReturnType<typeof readNotices>;
  /** The address of short links. */
  readonly shortOrigin: string;
};

/** A notice as the API shows it. */
export type NoticeJson = {
  readonly id: string;
  readonly kind: NoticeKind;
  /** ISO 8601 in UTC. */
  readonly happenedAt: string;
  readonly isRead: boolean;
  /** By kind: days left, clicks, conversions, or links; null for other kinds. */
  readonly count: number | null;
  /** The sums of the conversions, in cents. */
  readonly amounts: readonly Amount[];
  readonly link: {
    readonly id: string;
    readonly shortUrl: string;
    readonly title: string | null;
  } | null;
};

const mostIds = 200;

/** The ids to mark as read; without `ids` all. */
const readBody = z.object({
  ids: z
    .array(z.string('Must be an id'), 'Must be a list of ids')
    .max(mostIds, `Send at most ${mostIds} ids`)
    .optional(),
});

/** A person's notices. */
export function noticeRoutes(ports: NoticeRoutesPorts) {
  return new Elysia({ name: 'notices' })
    .use(signedIn(ports.session))
    .get('/api/notices', async ({ user }) => {
      const { notices, unread } = await ports.listNotices(user.id);
      return { unread, notices: notices.map((notice) => noticeJson(notice, ports.shortOrigin)) };
    })
    .post(
      '/api/notices/read',
      async ({ user, body, set }) => {
        await ports.readNotices(user.id, body.ids ?? 'all');
        set.status = 204;
      },
      { body: readBody },
    );
}

function noticeJson({ happenedAt, link, ...notice }: Notice, shortOrigin: string): NoticeJson {
  return {
    ...notice,
    happenedAt: happenedAt.toISOString(),
    link: link && {
      id: link.id,
      shortUrl: urlOfName(shortOrigin, link.name),
      title: link.title,
    },
  };
}
