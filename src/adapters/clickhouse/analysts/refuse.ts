import { StatementFailure } from '#core/analytics/sql/statement';

const codes = {
  UNKNOWN_FUNCTION: 46,
  NOT_IMPLEMENTED: 48,
  UNKNOWN_TABLE: 60,
  SYNTAX_ERROR: 62,
  UNKNOWN_FORMAT: 73,
  UNKNOWN_DATABASE: 81,
  READONLY: 164,
  QUERY_IS_TOO_LARGE: 223,
  ACCESS_DENIED: 497,
} as const;

/** A statement that is refused before the engine runs it, under ClickHouse's own code. */
export function refused(codeName: keyof typeof codes, message: string): StatementFailure {
  return new StatementFailure('invalid', { code: codes[codeName], codeName, message });
}
