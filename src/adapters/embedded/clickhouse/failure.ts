/** Codes of ClickHouse's own errors that this interface raises itself. */
const TYPES = {
  1: 'UNSUPPORTED_METHOD',
  36: 'BAD_ARGUMENTS',
  48: 'NOT_IMPLEMENTED',
  62: 'SYNTAX_ERROR',
  89: 'UNKNOWN_COMPRESSION_METHOD',
  115: 'UNKNOWN_SETTING',
  194: 'REQUIRED_PASSWORD',
  202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
  223: 'QUERY_IS_TOO_LARGE',
  236: 'ABORTED',
  243: 'NOT_ENOUGH_SPACE',
  497: 'ACCESS_DENIED',
  516: 'AUTHENTICATION_FAILED',
  734: 'QUERY_WAS_CANCELLED_BY_CLIENT',
} as const;

/** A failed statement: ClickHouse's code, and the text that its clients parse. */
export class ClickHouseFailure extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}

/** A refusal of this interface, in the format of ClickHouse's errors. */
export function clickHouseFailure(code: keyof typeof TYPES, message: string): ClickHouseFailure {
  return new ClickHouseFailure(code, `Code: ${code}. DB::Exception: ${message}. (${TYPES[code]})`);
}

/**
 * Converts an error of the engine, with the code at the beginning of its text (1001 when it has
 * none).
 */
export function engineFailure(thrown: unknown): ClickHouseFailure {
  if (thrown instanceof ClickHouseFailure) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const code = /^Code: (\d+)\./.exec(text)?.[1];
  if (code !== undefined) return new ClickHouseFailure(Number(code), text);
  return new ClickHouseFailure(1001, `Code: 1001. DB::Exception: ${text} (STD_EXCEPTION)`);
}

const STATUS_BY_CODE = new Map<number, number>([
  ...[194].map((code) => [code, 401] as const),
  ...[192, 193, 497, 512, 516].map((code) => [code, 403] as const),
  ...[6, 7, 15, 16, 25, 26, 27, 36, 38, 41, 44, 53, 62, 72, 117].map(
    (code) => [code, 400] as const,
  ),
  ...[167, 168, 268, 376, 427, 441, 569, 675, 676].map((code) => [code, 400] as const),
  ...[46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336, 511].map((code) => [code, 404] as const),
  [159, 408],
  [223, 413],
  [48, 501],
  ...[76, 202, 209, 236, 439].map((code) => [code, 503] as const),
]);

/**
 * The HTTP status of a ClickHouse error code (its exceptionCodeToHTTPStatus), but 503 for a full
 * queue, so that clients retry.
 */
export function statusOf(code: number): number {
  return STATUS_BY_CODE.get(code) ?? 500;
}
