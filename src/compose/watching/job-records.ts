/** What a background job has done since the start of this process. */
export type JobRecord = {
  readonly runs: number;
  readonly failures: number;
  /** Epoch milliseconds; null before the first success. */
  readonly lastSuccessMs: number | null;
  readonly lastDurationMs: number;
};

type Run = { readonly isFailed: boolean; readonly tookMs: number };

const records = new Map<string, JobRecord>();
const none: JobRecord = { runs: 0, failures: 0, lastSuccessMs: null, lastDurationMs: 0 };

/** The background jobs of this process, by their names. */
export function jobRecords(): ReadonlyMap<string, JobRecord> {
  return records;
}

/** Records one run of a background job. */
export function recordRun(name: string, { isFailed, tookMs }: Run): void {
  const before = records.get(name) ?? none;
  records.set(name, {
    runs: before.runs + 1,
    failures: before.failures + (isFailed ? 1 : 0),
    lastSuccessMs: isFailed ? before.lastSuccessMs : Date.now(),
    lastDurationMs: tookMs,
  });
}
