import { ClickHouseError } from '@clickhouse/client';
import type { Insertion } from '#core/clicks/store-batch';
import { BadValue } from './native/bad-value.ts';

/**
 * Errors that the same rows cause again: they cannot be parsed, do not fit their column, or violate
 * a constraint. https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
 */
const rowErrors = new Set([
  ...['6', '25', '26', '27', '28', '33', '38', '41', '43', '53', '69', '70', '72', '117'],
  ...['131', '321', '349', '376', '441', '467', '469', '675', '676', '691'],
]);

/**
 * The result of a failed insert. The message of a refusal quotes the row, including addresses, so
 * only its kind is passed on.
 */
export function insertFailure(error: unknown): Insertion {
  if (error instanceof BadValue) return { kind: 'refused', reason: error.message };
  if (!(error instanceof ClickHouseError)) return { kind: 'doubtful', reason: String(error) };
  const reason = `ClickHouse ${error.code} (${error.type ?? 'unknown'})`;
  return { kind: rowErrors.has(error.code) ? 'refused' : 'doubtful', reason };
}
