/** The device that a user agent describes. Display names; empty when unknown. */
export type Agent = {
  /** `other` is a known device of another kind (a console, a television, a watch). */
  readonly device: 'desktop' | 'mobile' | 'tablet' | 'other' | 'unknown';
  readonly browser: string;
  readonly os: string;
};

/** Parses a user agent of at most 512 characters. Never throws, and is deterministic. */
export type DescribeAgent = (userAgent: string) => Agent;
