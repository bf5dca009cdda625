import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

/** The arguments of a tool, or the fields of a call. */
export type Args = Readonly<Record<string, unknown>>;

/** The longest text of a result, in UTF-16 units: more would fill an assistant's memory. */
const mostText = 25_000;
/** Rows that a statement's result may have. */
export const mostRows = 1000;

/** A route's refusal of a tool's call. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  readonly problem: unknown;
  constructor(problem: unknown) {
    super('a route refused the call of a tool');
    this.problem = problem;
  }
}

export const textOf = (value: unknown): string => encodeURIComponent(wordOf(value));

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Parameters of an address; a list repeats its parameter. */
export function queryOf(fields: Args): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === undefined ? [] : [[name, wordOf(each)]])),
  );
  return new URLSearchParams(pairs).toString();
}

export async function succeeded(calling: Promise<Response>): Promise<Response> {
  const answer = await calling;
  if (answer.ok) return answer;
  const { code, message, issues, scope } = Problem.parse(await answer.json());
  throw new ToolRefusal({ code, message, issues, scope });
}

export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.optional(z.unknown()),
  scope: z.optional(z.string()),
});

export async function json(calling: Promise<Response>): Promise<unknown> {
  return (await succeeded(calling)).json();
}

export function shown(value: unknown): CallToolResult {
  const text = JSON.stringify(value);
  if (text.length > mostText) throw new ToolRefusal(tooLong);
  return { structuredContent: value, content: [{ type: 'text', text }] };
}

const tooLong = {
  code: 'too_large',
  message: `The result has more than ${mostText} characters. Ask for less`,
};

/** A page that fits: a smaller one is asked for until it does, so that its nextCursor goes on there. */
export async function shownPage(
  args: Args,
  ask: (args: Args) => Promise<unknown>,
): Promise<CallToolResult> {
  const page = await ask(args);
  const { length } = JSON.stringify(page);
  if (length <= mostText) return shown(page);
  const entries = entriesOf(page);
  if (entries <= 1) throw new ToolRefusal(tooLong);
  const limit = Math.max(1, Math.floor((entries * mostText) / length) - 1);
  return shownPage({ ...args, limit }, ask);
}

/** The entries of a page of a list, of rows, or of views. */
function entriesOf(page: unknown): number {
  const { data, rows, views } = Entries.parse(page);
  return (data ?? rows ?? views ?? []).length;
}

const Entries = z.object({
  data: z.optional(z.array(z.unknown())),
  rows: z.optional(z.array(z.unknown())),
  views: z.optional(z.array(z.unknown())),
});

/** The rows of a result that fit, and whether it has more. */
export function rowsOf(result: unknown): Args {
  const { meta, data } = SqlResult.parse(result);
  let rows = data.slice(0, mostRows);
  const made = () => ({ columns: meta, rows, hasMore: rows.length < data.length });
  while (JSON.stringify(made()).length > mostText && rows.length > 0) {
    rows = rows.slice(0, Math.floor(rows.length * 0.8));
  }
  return made();
}

const SqlResult = z.object({
  meta: z.array(z.object({ name: z.string(), type: z.string() })),
  data: z.array(z.unknown()),
});
