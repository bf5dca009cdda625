import { Elysia } from 'elysia';
import type { createLink } from '#core/links/create-link';
import type { deleteLink } from '#core/links/delete-link';
import type { editLink } from '#core/links/edit-link';
import type { getLink } from '#core/links/get-link';
import type { ListedLink } from '#core/links/link-totals';
import type { listLinks } from '#core/links/list-links';
import type { pageLinks } from '#core/links/page-links';
import { askedValues } from '#adapters/http/paging/asked-values';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { linkEditBody, linkEditInput, newLinkBody, newLinkInput } from './link-body.ts';
import { csvResponse, type linkFile } from './link-export.ts';
import { linkJson, type LinkJson } from './link-json.ts';
import { listResponse } from './link-list.ts';
import { isHeavy, listQuery, pageQuery, pagingHeaders } from './link-query.ts';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type LinkRoutesPorts = {
  readonly session: SignedInPorts;
  readonly createLink: ReturnType<typeof createLink>;
  readonly editLink: ReturnType<typeof editLink>;
  readonly deleteLink: ReturnType<typeof deleteLink>;
  readonly getLink: ReturnType<typeof getLink>;
  readonly listLinks: ReturnType<typeof listLinks>;
  readonly pageLinks: ReturnType<typeof pageLinks>;
  /** The CSV file of an account's links; refused while the disk is low on space. */
  readonly exportLinks: ReturnType<typeof linkFile>;
  /** Limits concurrent whole lists, searches and exports. */
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** An owner's links. Each route needs a session and sees only that person's links. */
export function linkRoutes(ports: LinkRoutesPorts) {
  const asJson = (listed: ListedLink) => linkJson(listed, ports.shortOrigin);

  return new Elysia({ name: 'links' })
    .use(signedIn(ports.session))
    .get(
      '/api/links',
      async ({ user, query, request, set }): Promise<LinkJson[] | Response> => {
        const wanted = pageQuery(query, askedValues(request));
        const requester = { userId: user.id, request };
        if (wanted === null) {
          const { shortOrigin } = ports;
          const open = () => listResponse(ports.listLinks(user.id), { shortOrigin, request });
          return ports.heavy.stream(requester, open);
        }

        const find = () => ports.pageLinks(user.id, wanted);
        const page = await (isHeavy(wanted) ? ports.heavy.run(requester, find) : find());
        Object.assign(set.headers, pagingHeaders(wanted, page));
        return page.items.map(asJson);
      },
      { query: listQuery },
    )
    .post(
      '/api/links',
      async ({ user, body, set }) => {
        const created = await ports.createLink(user, newLinkInput(body));
        set.status = 201;
        return asJson(created);
      },
      { body: newLinkBody },
    )
    .get('/api/links/:id', async ({ user, params }) =>
      asJson(await ports.getLink(user.id, params.id)),
    )
    .put(
      '/api/links/:id',
      async ({ user, params, body }) =>
        asJson(await ports.editLink(user, params.id, linkEditInput(body))),
      { body: linkEditBody },
    )
    .delete('/api/links/:id', async ({ user, params, set }) => {
      await ports.deleteLink(user.id, params.id);
      set.status = 204;
    })
    .get('/api/export/links', ({ user, request }) =>
      ports.heavy.stream({ userId: user.id, request }, () =>
        csvResponse(ports.exportLinks(user.id)),
      ),
    );
}
