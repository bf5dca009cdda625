import type { RawVisit } from '#core/redirect/raw-visit';

/** What a visitor's user agent says of its machine. Names as people write them; empty: unknown. */
export type Agent = {
  /** `other` is known to be none of the three (a console, a television, a watch). */
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other' | 'unknown';
  readonly browser: string;
  readonly os: string;
};

/** Describes a user agent of at most 512 characters. Never throws; the same text, the same answer. */
export type DescribeAgent = (userAgent: string) => Agent;

/** The visitor's device, browser and operating system. */
export function readAgent(visit: RawVisit, describeAgent: DescribeAgent): Agent {
  return describeAgent(visit.userAgent);
}
