import { secondMs } from '#core/shared/time';

/** How long a person waits for numbers, in seconds: less than a browser keeps its connection. */
export const answerSeconds = 8;
/** The client gives up this much later than the engine, so that the engine's own error arrives. */
const graceSeconds = 1;

/** Settings of a statement that a person waits for: the engine stops it after `seconds`. */
export function limited(seconds = answerSeconds) {
  return {
    use_multipart_params_auto: true,
    clickhouse_settings: {
      max_execution_time: seconds,
      output_format_json_quote_64bit_integers: 0,
    },
    abort_signal: AbortSignal.timeout((seconds + graceSeconds) * secondMs),
  } as const;
}

/**
 * The settings of `limited` for a read-only statement: it cannot write, and cannot reach anything
 * outside.
 */
export function reading(seconds = answerSeconds) {
  const { clickhouse_settings, ...rest } = limited(seconds);
  return { ...rest, clickhouse_settings: { ...clickhouse_settings, readonly: '1' } } as const;
}
