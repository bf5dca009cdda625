import type { Route, Schema } from '#contract/route';
import * as z from 'zod/mini';
import { invalid, type Issue } from '#core/shared/refusal';
import { queryOf } from './malformed-url.ts';
import { unknownFields } from './unknown-fields.ts';

/**
 * The parameters of an address. A strict route refuses those that it does not know, and those that
 * stand several times where only one value would count.
 */
export function parsedQuery(
  { query: schema, severalOf = [] }: Route,
  url: string,
  isStrict: boolean,
): unknown {
  const query = queryOf(url);
  const known = schema ?? (isStrict ? noParameters : null);
  const read = known && parsed(known, query, { isStrict });
  if (isStrict) refuseSeveral(url, severalOf);
  return schema && read;
}

const noParameters = z.object({});

function refuseSeveral(url: string, allowed: readonly string[]): void {
  const names = [...new URL(url).searchParams.keys()].filter((name) => !allowed.includes(name));
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again !== undefined) throw invalid({ path: again, message: 'Send this parameter once' });
}

/**
 * Reads a request's value by its schema. Refuses `invalid` with every issue, each once; a strict
 * route also refuses fields that the schema does not name.
 */
export function parsed<S extends Schema>(
  schema: S,
  value: unknown,
  { isStrict }: { readonly isStrict: boolean },
): z.output<S> {
  const read = z.safeParse(schema, value);
  const unknown = isStrict ? unknownIssues(schema, value) : [];
  refuseIssues([...unknown, ...(read.success ? [] : read.error.issues.map(issueOf))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- issues have been refused
  return read.data as z.output<S>;
}

function issueOf({ path: at, message }: z.core.$ZodIssue): Issue {
  const path = at.join('.');
  return { path, message: path === '' ? 'Send a JSON object' : message };
}

function unknownIssues(schema: Schema, value: unknown): readonly Issue[] {
  return unknownFields(schema, value).map((path) => ({ path, message: 'Unknown field' }));
}

function refuseIssues(issues: readonly Issue[]): void {
  const [first, ...rest] = new Map(
    issues.map((issue) => [`${issue.path} ${issue.message}`, issue]),
  ).values();
  if (first) throw invalid(first, ...rest);
}
