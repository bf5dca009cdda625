import type { Things } from '#tests/support/builders/tenants';
import type { Row } from '#tests/edge/row';
import { rows } from '#tests/edge/rows';

type Named = { readonly method: string; readonly path: string; readonly operationId: string };

/** The row of an operation in the matrix of the routes. */
export function rowOfOperation({ method, path }: Named): Row {
  const own = path === '/' ? '' : path.replaceAll(/\{(\w+)\}/g, ':$1');
  const name = `${method} /api/v1${own}`;
  const row = rows[name];
  if (row === undefined) throw new Error(`${name} has no row in the matrix`);
  return row;
}

/** The ids in the query or the body of an operation's example. */
const further: Readonly<Record<string, (things: Things) => string>> = {
  startBulk: ({ linkId }) => linkId,
  addMailedReport: ({ viewId }) => viewId,
  sendEvent: ({ webhookId }) => webhookId,
  listConversionAttempts: ({ linkId }) => linkId,
};

/**
 * The ids of a person's own things for the places of an operation's example that are ids, in their
 * order. Those of its path are those with which the matrix asks.
 */
export function ownIds(operation: Named, things: Things): readonly string[] {
  const { path, operationId } = operation;
  const address = rowOfOperation(operation).address?.(things) ?? '';
  const pattern = new RegExp(`^/api/v1${path.replaceAll(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`);
  const [, ...inPath] = pattern.exec(address) ?? [];
  const other = further[operationId]?.(things);
  return [...inPath, ...(other === undefined ? [] : [other])];
}
