import { checkAlias as checkAliasRoute } from '#contract/links/aliases';
import * as contract from '#contract/links/links';
import { createLink, deleteLink, editLink } from '#core/links/create-and-edit';
import type { ListedLink } from '#core/links/link-totals';
import { checkAlias } from '#core/links/names/suggest-aliases';
import type { LinkPorts } from '#core/links/ports';
import { getLink, listLinks, pageLinks, refuseMissing } from '#core/links/read-links';
import { upsertLink } from '#core/links/upsert-link';
import type { AnswerHeaders } from '#adapters/http/sign-in/keyed';
import { requestIdIn } from '#adapters/http/frame/frame';
import { type Mountable, on } from '#adapters/http/frame/on';
import { askedValues } from '#adapters/http/paging/asked-values';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { csvResponse, type LinkFile } from './link-export.ts';
import { linkJson } from './link-json.ts';
import { linesResponse, listResponse } from './link-list.ts';
import { inputOf } from './link-input.ts';
import { writeBatch } from './link-batch.ts';
import {
  exportFilter,
  isHeavy,
  pageJson,
  pageQuery,
  pagingHeaders,
  programsPageQuery,
} from './link-query.ts';
import { seenVersion, versionTag } from '#adapters/http/frame/seen-version';

export type LinkSite = {
  /** The CSV file of an account's links; refused while the disk is low on space. */
  readonly exportLinks: LinkFile;
  /** Limits concurrent whole lists, searches and exports. */
  readonly heavy: HeavyAnswers;
  /** The application's address. */
  readonly appUrl: string;
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
    on(contract.pageLinks, async ({ caller, query, request }) => {
      const wanted = programsPageQuery(query, askedValues(request));
      const find = () => pageLinks(ports, caller.id, wanted);
      const page = await (isHeavy(wanted)
        ? heavy.run({ userId: caller.id, request }, find)
        : find());
      return pageJson(wanted, { ...page, items: page.items.map(shown) });
    }),
    ...oneLinkRoutes(ports),
    on(checkAliasRoute, async ({ caller, query: { alias, domain, destination } }) => ({
      alias,
      ...(await checkAlias(ports, caller, {
        alias,
        domain: domain || null,
        destination: destination ?? '',
      })),
    })),
    on(contract.createLinks, async ({ caller, body, headers, chosenId }) => {
      const batch = { ...body, first: chosenId, requestId: requestIdIn(headers) };
      return { results: await writeBatch(ports, caller, batch) };
    }),
    on(contract.exportLinks, ({ caller, query, request }) => {
      const { format, ...asked } = query;
      const filter = exportFilter(asked, askedValues(request), new Date(ports.clock.now()));
      return heavy.stream({ userId: caller.id, request }, async () => {
        await refuseMissing(ports, caller.id, filter);
        return format === 'jsonl'
          ? linesResponse(listLinks(ports, caller.id, filter), shortOrigin)
          : csvResponse(ports.exportLinks(caller.id, filter));
      });
    }),
  ];
}

function oneLinkRoutes(ports: LinkPorts & LinkSite): Mountable[] {
  const shown = (listed: ListedLink, headers: AnswerHeaders) => {
    const json = linkJson(listed, ports.shortOrigin);
    Object.assign(headers, versionTag(json));
    return json;
  };
  return [
    on(contract.createLink, async ({ caller, body, headers, chosenId }) =>
      shown(await createLink(ports, caller, { ...inputOf(body), id: chosenId }), headers),
    ),
    on(contract.upsertLink, async ({ caller, body, headers, setStatus }) => {
      const { listed, isNew } = await upsertLink(ports, caller, inputOf(body));
      if (isNew) setStatus(201);
      return shown(listed, headers);
    }),
    on(contract.showLink, async ({ caller, params, headers }) =>
      shown(await getLink(ports, caller.id, params.id), headers),
    ),
    on(contract.editLink, async ({ caller, params, body, request, headers }) => {
      const editing = { linkId: params.id, input: inputOf(body), version: seenVersion(request) };
      return shown(await editLink(ports, caller, editing), headers);
    }),
    on(contract.deleteLink, ({ caller, params, request }) =>
      deleteLink(ports, { userId: caller.id, linkId: params.id, seen: seenVersion(request) }),
    ),
  ];
}
