import { refused } from './refuse.ts';

/** Settings that change how a result is computed or written, and nothing else. */
const accepted = new Set([
  ...['session_timezone', 'join_use_nulls', 'extremes', 'limit', 'offset', 'union_default_mode'],
  ...['aggregate_functions_null_for_empty', 'group_by_use_nulls', 'cast_keep_nullable'],
  ...['prefer_column_name_to_alias', 'date_time_output_format', 'format_csv_delimiter'],
  ...['output_format_json_quote_64bit_integers', 'output_format_json_quote_denormals'],
  ...['output_format_json_quote_decimals', 'output_format_json_quote_64bit_floats'],
  ...['output_format_json_named_tuples_as_objects', 'output_format_json_array_of_rows'],
  ...['output_format_json_escape_forward_slashes'],
  ...['output_format_csv_crlf_end_of_line', 'output_format_tsv_crlf_end_of_line'],
  ...['output_format_parquet_string_as_string', 'output_format_parquet_compression_method'],
  ...['output_format_parquet_version', 'output_format_parquet_fixed_string_as_fixed_byte_array'],
  ...['output_format_arrow_string_as_string', 'output_format_arrow_compression_method'],
  ...['output_format_arrow_low_cardinality_as_dictionary'],
  ...['output_format_native_encode_types_in_binary_format'],
  ...['output_format_pretty_max_rows', 'output_format_pretty_color'],
  ...['output_format_pretty_row_numbers', 'output_format_decimal_trailing_zeros'],
  ...['max_execution_time', 'max_result_rows', 'max_result_bytes'],
]);

/** Settings that clients send on their own. The gateway decides these itself. */
const ignored = new Set([
  ...['readonly', 'wait_end_of_query', 'buffer_size', 'send_progress_in_http_headers'],
  ...['http_headers_progress_interval_ms', 'http_write_exception_in_output_format'],
  ...['add_http_cors_header', 'log_queries', 'async_insert', 'wait_for_async_insert'],
  ...['max_block_size', 'max_threads', 'interactive_delay', 'max_insert_block_size'],
  ...['output_format_write_statistics', 'result_overflow_mode'],
  ...['connect_timeout', 'receive_timeout', 'send_timeout', 'http_receive_timeout'],
  ...['http_send_timeout', 'max_query_size', 'enable_http_compression'],
  ...['http_zlib_compression_level', 'network_compression_method', 'use_client_time_zone'],
  ...[
    'allow_experimental_analyzer',
    'enable_analyzer',
    'cancel_http_readonly_queries_on_client_close',
  ],
]);

/** Limits of one statement. The engine stops it when it exceeds them. */
export const statementLimits = {
  seconds: 15,
  rowsToRead: 500_000_000,
  resultRows: 1_000_000,
  resultBytes: 32 * 1024 * 1024,
} as const;

/**
 * The settings of a statement: the accepted ones of its author, then the limits.
 * @throws StatementFailure 164 for a setting that only the gateway decides
 */
export function engineSettings(
  asked: ReadonlyMap<string, string>,
  rowLimit: number | null,
): ReadonlyMap<string, string> {
  const settings = new Map<string, string>([
    ['output_format_json_quote_64bit_integers', '1'],
    ['output_format_json_quote_decimals', '1'],
  ]);
  for (const [name, value] of asked) {
    if (ignored.has(name)) continue;
    if (!accepted.has(name)) {
      throw refused('READONLY', `Cannot modify '${name.slice(0, 60)}' setting in readonly mode`);
    }
    settings.set(name, value);
  }
  cutAsAsked(settings, asked);
  return new Map<string, string>([
    ...settings,
    ['max_execution_time', atMost(settings, 'max_execution_time', statementLimits.seconds)],
    ['max_result_rows', atMost(settings, 'max_result_rows', statementLimits.resultRows)],
    ['max_result_bytes', atMost(settings, 'max_result_bytes', statementLimits.resultBytes)],
    ['max_rows_to_read', String(statementLimits.rowsToRead)],
    // As in the statements of the application (`connectClickHouse`).
    ['compile_expressions', '0'],
    ['result_overflow_mode', 'throw'],
    ['timeout_overflow_mode', 'throw'],
    ['read_overflow_mode', 'throw'],
    // The statistics would count rows of other accounts, because one block of a table has rows of
    // several accounts.
    ['output_format_write_statistics', '0'],
    ...(rowLimit === null ? [] : ([['limit', atMost(settings, 'limit', rowLimit)]] as const)),
  ]);
}

/**
 * `break` cuts a result at the number of rows that its author asked for, as LIMIT does. The
 * engine's own `break` would also cut it at the gateway's limits, without an error.
 */
function cutAsAsked(settings: Map<string, string>, asked: ReadonlyMap<string, string>): void {
  const rows = Number(settings.get('max_result_rows') ?? 0);
  if (asked.get('result_overflow_mode') !== 'break' || !(rows > 0)) return;
  settings.delete('max_result_rows');
  settings.set('limit', atMost(settings, 'limit', rows));
}

/** The value of a setting, at most `most`. For ClickHouse 0 means no limit, so 0 becomes `most`. */
function atMost(settings: ReadonlyMap<string, string>, name: string, most: number): string {
  const asked = Number(settings.get(name) ?? 0);
  return String(asked > 0 && asked < most ? asked : most);
}
