import type { Schema } from '#contract/route';
import * as z from 'zod/mini';
import { invalid, type Issue } from '#core/shared/refusal';
import { unknownFields } from './unknown-fields.ts';

/** The parameters of an address. Without a schema a strict route refuses every parameter. */
export function parsedQuery(
  schema: Schema | undefined,
  query: unknown,
  isStrict: boolean,
): unknown {
  if (schema) return parsed(schema, query, { isStrict });
  if (isStrict) refuseIssues(unknownIssues(noParameters, query));
  return undefined;
}

const noParameters = z.object({});

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
