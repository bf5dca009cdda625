import type { ProblemCode } from '#contract/problems';

/** One error in one field of the input. `path` is dotted (`splitTestUrls.2`). */
export type Issue = { path: string; message: string };

/** All codes of callers' mistakes: those of the API's problems, without the code of a defect. */
export type RefusalCode = Exclude<ProblemCode, 'internal'>;

/** A caller's mistake. `message` is a sentence for people; it never repeats the input. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly issues: readonly Issue[];
  /** What a program needs to go on: the scope that it lacks, the version that is stored, ids. */
  readonly facts: Readonly<Record<string, string | number | readonly string[]>>;
  /** Whole seconds after which a retry makes sense; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;
  /** The name of the account's limit that is used up; null for other refusals. */
  readonly limitName: string | null;

  constructor(
    code: RefusalCode,
    message: string,
    more: {
      issues?: readonly Issue[];
      retryAfterSeconds?: number;
      limitName?: string;
      facts?: Readonly<Record<string, string | number | readonly string[]>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = more.issues ?? [];
    this.facts = more.facts ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.limitName = more.limitName ?? null;
  }
}

/** A refusal about fields. Its message is the first issue's, as the error contract promises. */
export function invalid(first: Issue, ...rest: Issue[]): Refusal {
  return new Refusal('invalid', first.message, { issues: [first, ...rest] });
}

/** A refusal about one field that would repeat what must be unique, or exceed a limit. */
export function conflictAt(path: string, message: string): Refusal {
  return new Refusal('conflict', message, { issues: [{ path, message }] });
}

/** The refusal for a missing thing and for another owner's, so that nobody can probe for ids. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Not found');
}

/** The account has as many as it can have. `toMakeRoom` says how a person gets room for another. */
export function accountFull(
  most: number,
  what: string,
  toMakeRoom: 'Delete' | 'Revoke' = 'Delete',
): Refusal {
  return new Refusal(
    'conflict',
    `An account can have at most ${most} ${what}. ${toMakeRoom} one first.`,
  );
}

/** Something needs a confirmed e-mail address. `purpose`: 'add domains'. */
export function emailUnverified(purpose: string): Refusal {
  return new Refusal('email_unverified', `Confirm your email address before you ${purpose}`);
}
