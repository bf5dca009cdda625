/** One thing that is wrong with one field; `path` is dotted (`splitTestUrls.2`). */
export type Issue = { readonly path: string; readonly message: string };

/** A refusal as the server writes it. */
export type Problem = {
  readonly message: string;
  readonly code?: string;
  readonly issues?: readonly Issue[];
};

/** An answer that is not what was asked for. `message` is the server's sentence for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** Stable and machine-readable; empty when there was no answer. */
  readonly code: string;
  readonly issues: readonly Issue[];

  constructor(status: number, { message, code = '', issues = [] }: Problem) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}
