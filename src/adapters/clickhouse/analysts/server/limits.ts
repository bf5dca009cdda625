import { statementLimits } from '#adapters/clickhouse/analysts/author-settings';
import { callLimits } from '#contract/call-limits';

const { seconds, rowsToRead, resultRows, resultBytes } = statementLimits;

/** The gateway asks the engine four times for a statement: its form, two trees, its result. */
const questionsPerStatement = 4;

/** For ClickHouse 0 means no limit, so each setting also gets a minimum. */
const atMost = (name: string, most: number) => `${name} = ${most} MIN 1 MAX ${most}`;

/**
 * Settings of an account's user. `readonly = 2`: its statements only read, and its tools may change
 * other settings, which they do when they connect.
 */
export const userSettings: readonly string[] = [
  'readonly = 2 CONST',
  atMost('max_execution_time', seconds),
  atMost('max_rows_to_read', rowsToRead),
  atMost('max_result_rows', resultRows),
  atMost('max_result_bytes', resultBytes),
  atMost('max_memory_usage', 1_000_000_000),
  atMost('max_threads', 2),
  atMost('max_concurrent_queries_for_user', 4),
  atMost('max_ast_depth', 300),
  atMost('max_ast_elements', 20_000),
  atMost('max_expanded_ast_elements', 100_000),
  // With it, the engine would read a size column that views do not have: length(city) would fail.
  'optimize_functions_to_subcolumns = 0',
  'cancel_http_readonly_queries_on_client_close = 1',
];

/** Quota limits, which no setting of a statement can change. */
export const quotaLimits: readonly string[] = [
  `FOR INTERVAL 1 minute MAX queries = ${callLimits.sql.burst * questionsPerStatement}`,
  'FOR INTERVAL 1 hour MAX execution_time = 1800',
];
