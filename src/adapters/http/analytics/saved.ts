import * as contract from '#contract/analytics/saved';
import type { SavedPorts } from '#core/analytics/saved';
import { type Mountable, on } from '#adapters/http/frame/on';
import { wholeList } from '#adapters/http/paging/whole-list';

/** What an account saves in analytics: views, notes on days, and SQL statements. */
export function savedRoutes({ views, annotations, statements }: SavedPorts): Mountable[] {
  return [
    on(contract.listViews, async ({ caller }) => wholeList(await views.of(caller.id))),
    on(contract.addView, ({ caller, body }) => views.add(caller.id, body)),
    on(contract.changeView, ({ caller, params, body }) => views.change(caller.id, params.id, body)),
    on(contract.removeView, ({ caller, params }) => views.remove(caller.id, params.id)),

    on(contract.listAnnotations, async ({ caller }) => wholeList(await annotations.of(caller.id))),
    on(contract.addAnnotation, ({ caller, body }) => annotations.add(caller.id, body)),
    on(contract.changeAnnotation, ({ caller, params, body }) =>
      annotations.change(caller.id, params.id, body),
    ),
    on(contract.removeAnnotation, ({ caller, params }) => annotations.remove(caller.id, params.id)),

    on(contract.listStatements, async ({ caller }) => wholeList(await statements.of(caller.id))),
    on(contract.addStatement, ({ caller, body }) => statements.add(caller.id, body)),
    on(contract.changeStatement, ({ caller, params, body }) =>
      statements.change(caller.id, params.id, body),
    ),
    on(contract.removeStatement, ({ caller, params }) => statements.remove(caller.id, params.id)),
  ];
}
