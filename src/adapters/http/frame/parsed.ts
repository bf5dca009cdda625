import type { Schema } from '#contract/route';
import { invalid, type Issue } from '#core/shared/refusal';
import * as z from 'zod/mini';

/** Reads a request's value by its schema. Refuses `invalid` with every issue, each once. */
export function parsed(schema: Schema, value: unknown): unknown {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;

  const issues = new Map<string, Issue>();
  for (const { path: at, message } of read.error.issues) {
    const path = at.join('.');
    const issue = { path, message: path === '' ? 'Send a JSON object' : message };
    issues.set(`${path} ${issue.message}`, issue);
  }
  const [first = { path: '', message: 'Invalid request' }, ...rest] = issues.values();
  throw invalid(first, ...rest);
}
