import type { FailureReason } from './destination-check.ts';

/** A destination of a link that failed several checks in a row. */
export type BrokenDestination = {
  readonly url: string;
  readonly reason: FailureReason;
  /** The status of the last answer; null when there was none. */
  readonly status: number | null;
  /** When the first of the failed checks was made. */
  readonly since: Date;
  readonly checkedAt: Date;
};

export type LinkHealthPorts = {
  /** The broken destinations of these links of the account, by link id; links without one are missing. */
  brokenOf(
    userId: string,
    linkIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly BrokenDestination[]>>;
};
