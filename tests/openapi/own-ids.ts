import type { Things } from '#tests/support/builders/tenants';
import type { Row } from '#tests/edge/row';
import { rows } from '#tests/edge/rows';

/** An operation of the document. Its path may be without the server's `/api/v1`. */
type Named = { readonly method: string; readonly path: string; readonly operationId: string };

/** The id in the document's examples. */
export const exampleId = '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4';

const ownPath = (path: string): string => path.replace(/^(?:\/api\/v1|\/$)/, '');

/** The row of an operation in the matrix of the routes. */
export function rowOfOperation({ method, path }: Named): Row {
  const name = `${method} /api/v1${ownPath(path).replaceAll(/\{(\w+)\}/g, ':$1')}`;
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
  const pattern = new RegExp(
    `^/api/v1${ownPath(path).replaceAll(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`,
  );
  const [, ...inPath] = pattern.exec(address) ?? [];
  const other = further[operationId]?.(things);
  return [...inPath, ...(other === undefined ? [] : [other])];
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A body with the person's own things where it has the id of one, and their link where an example has one. */
export function withOwnThings(json: unknown, things: Things): unknown {
  const own = (name: string, value: unknown): unknown => {
    if (name === 'shortCode' && value === 'spring') return things.alias;
    if (typeof value !== 'string' || !uuid.test(value)) return value;
    if (isOfThings(name, things)) return things[name];
    return value === exampleId ? things.linkId : value;
  };
  return JSON.parse(JSON.stringify(json, own));
}

function isOfThings(name: string, things: Things): name is keyof Things {
  return name.endsWith('Id') && name in things;
}
