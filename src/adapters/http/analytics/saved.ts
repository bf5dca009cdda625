import * as contract from '#contract/analytics/saved';
import type { SavedView } from '#contract/analytics/saved';
import type { SavedPorts } from '#core/analytics/saved';
import { type Mountable, on } from '#adapters/http/frame/on';
import { seenVersion, versionTag } from '#adapters/http/frame/seen-version';
import { byId, pageOfList } from '#adapters/http/paging/page-of-list';
import type { AnswerHeaders } from '#adapters/http/sign-in/keyed';

/** What an account saves in analytics: views, notes on days, and SQL statements. */
export function savedRoutes({ views, annotations, statements }: SavedPorts): Mountable[] {
  return [
    on(contract.listViews, async ({ caller, query }) =>
      pageOfList(await views.of(caller.id), query, { name: 'views', positionOf: byId }),
    ),
    on(contract.addView, async ({ caller, body, headers, chosenId }) =>
      shown(await views.add(caller.id, body, chosenId), headers),
    ),
    on(contract.changeView, async ({ caller, params, body, request, headers }) => {
      const which = { userId: caller.id, id: params.id, seen: seenVersion(request) };
      return shown(await views.change(which, body), headers);
    }),
    on(contract.removeView, ({ caller, params, request }) =>
      views.remove({ userId: caller.id, id: params.id, seen: seenVersion(request) }),
    ),

    on(contract.listAnnotations, async ({ caller, query }) =>
      pageOfList(await annotations.of(caller.id), query, {
        name: 'annotations',
        positionOf: ({ date, id }) => [date, id],
      }),
    ),
    on(contract.addAnnotation, ({ caller, body, chosenId }) =>
      annotations.add(caller.id, body, chosenId),
    ),
    on(contract.changeAnnotation, ({ caller, params, body }) =>
      annotations.change({ userId: caller.id, id: params.id }, body),
    ),
    on(contract.removeAnnotation, ({ caller, params }) =>
      annotations.remove({ userId: caller.id, id: params.id }),
    ),

    on(contract.listStatements, async ({ caller, query }) =>
      pageOfList(await statements.of(caller.id), query, { name: 'statements', positionOf: byId }),
    ),
    on(contract.addStatement, ({ caller, body, chosenId }) =>
      statements.add(caller.id, body, chosenId),
    ),
    on(contract.changeStatement, ({ caller, params, body }) =>
      statements.change({ userId: caller.id, id: params.id }, body),
    ),
    on(contract.removeStatement, ({ caller, params }) =>
      statements.remove({ userId: caller.id, id: params.id }),
    ),
  ];
}

function shown(view: SavedView, headers: AnswerHeaders): SavedView {
  Object.assign(headers, versionTag(view));
  return view;
}
