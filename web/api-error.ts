/** One validation error of one field. `path` is dotted: `splitTestUrls.2`. */
export type Issue = { readonly path: string; readonly message: string };

/** The body of an error response. */
export type Problem = {
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly Issue[];
};

/** The code of an error without any response. */
export const unreachable = 'unreachable';

/** An error response, or no response. `message` is the server's sentence for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when the server did not respond. */
  readonly status: number;
  /** Stable and machine-readable. `unreachable` when nothing responded, empty when a proxy did. */
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, { message, code = '', issues = [] }: Problem) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}
