import * as contract from '#contract/links/links';
import type { Body } from '#contract/route';
import { createLink, deleteLink, editLink } from '#core/links/create-and-edit';
import type { ListedLink } from '#core/links/link-totals';
import type { LinkPorts } from '#core/links/ports';
import { getLink, listLinks, pageLinks } from '#core/links/read-links';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues } from '#adapters/http/paging/asked-values';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { csvResponse, type LinkFile } from './link-export.ts';
import { linkJson } from './link-json.ts';
import { listResponse } from './link-list.ts';
import { isHeavy, pageQuery, pagingHeaders } from './link-query.ts';

export type LinkSite = {
  /** The CSV file of an account's links; refused while the disk is low on space. */
  readonly exportLinks: LinkFile;
  /** Limits concurrent whole lists, searches and exports. */
  readonly heavy: HeavyAnswers;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
};

/** An owner's links. */
export function linkRoutes(ports: LinkPorts & LinkSite): Mountable[] {
  const { heavy, shortOrigin } = ports;
  const shown = (listed: ListedLink) => linkJson(listed, shortOrigin);

  return [
    on(contract.listLinks, async ({ caller, query, request, headers }) => {
      const wanted = pageQuery(query, askedValues(request));
      const requester = { userId: caller.id, request };
      if (wanted === null) {
        const open = () => listResponse(listLinks(ports, caller.id), { shortOrigin, request });
        return heavy.stream(requester, open);
      }
      const find = () => pageLinks(ports, caller.id, wanted);
      const page = await (isHeavy(wanted) ? heavy.run(requester, find) : find());
      Object.assign(headers, pagingHeaders(wanted, page));
      return page.items.map(shown);
    }),
    on(contract.createLink, async ({ caller, body }) =>
      shown(await createLink(ports, caller, inputOf(body))),
    ),
    on(contract.showLink, async ({ caller, params }) =>
      shown(await getLink(ports, caller.id, params.id)),
    ),
    on(contract.editLink, async ({ caller, params, body }) =>
      shown(await editLink(ports, caller, { linkId: params.id, input: inputOf(body) })),
    ),
    on(contract.deleteLink, ({ caller, params }) => deleteLink(ports, caller.id, params.id)),
    on(contract.exportLinks, ({ caller, request }) =>
      heavy.stream({ userId: caller.id, request }, () => csvResponse(ports.exportLinks(caller.id))),
    ),
  ];
}

type Sent = Body<typeof contract.createLink> | Body<typeof contract.editLink>;

/** Renames the fields with amounts: in the product, names have their units. */
function inputOf<Fields extends Sent>({ profitPerSale, ...fields }: Fields) {
  return { ...fields, profitPerSaleCents: profitPerSale };
}
