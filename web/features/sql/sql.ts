import { atom } from 'jotai';
import { call, callForAnswer, type SqlSchema } from '#web/api.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { shownOf, type SqlAnswer, type SqlResult } from './results/sql-result.ts';

/** The views, their columns, the examples and the limits. */
export const sqlSchemaQuery = queryAtom<SqlSchema>(() => ({
  queryKey: ['sql schema'],
  queryFn: () => call('GET /api/v1/sql/schema'),
}));

/** The state of the statement that was run last. */
export type Run =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly startedAtMs: number; cancel(): void }
  | { readonly kind: 'done'; readonly query: string; readonly result: SqlResult }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'cancelled' };

/** The content below the editor. It is kept only in memory, until the page is closed. */
export const runAtom = atom<Run>({ kind: 'none' });

/** Runs a statement; replaces the one that is running. */
export const runStatementAtom = atom(null, async (get, set, query: string): Promise<void> => {
  const mostRows = get(sqlSchemaQuery).data?.limits.rows ?? Infinity;
  const before = get(runAtom);
  if (before.kind === 'running') before.cancel();
  const abort = new AbortController();
  const running: Run = {
    kind: 'running',
    startedAtMs: performance.now(),
    cancel() {
      abort.abort();
      set(runAtom, { kind: 'cancelled' });
    },
  };
  set(runAtom, running);
  const done = await outcome(query, mostRows, abort.signal);
  if (get(runAtom) === running) set(runAtom, done);
});

async function outcome(query: string, mostRows: number, signal: AbortSignal): Promise<Run> {
  try {
    const asked = { body: { query, format: 'JSON' }, signal } as const;
    const response = await callForAnswer('POST /api/v1/sql', asked);
    const answer: unknown = await response.json().catch(() => null);
    if (!isAnswer(answer)) return { kind: 'failed', message: 'The answer cannot be read' };
    return {
      kind: 'done',
      query,
      result: { ...shownOf(answer, mostRows), ...workOf(response.headers) },
    };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The work of the engine for a result. */
function workOf(headers: Headers): Pick<SqlResult, 'tookMs' | 'views'> {
  const [, elapsedNs] =
    /"elapsed_ns":"(\d+)"/.exec(headers.get('x-clickhouse-summary') ?? '') ?? [];
  const views = (headers.get('x-views-read') ?? '').split(' ').filter((name) => name !== '');
  return { tookMs: Number(elapsedNs) / 1e6, views };
}

function isAnswer(value: unknown): value is SqlAnswer {
  return typeof value === 'object' && value !== null && 'meta' in value && 'data' in value;
}
