/** A statement as its author sent it. */
export type Statement = {
  readonly query: string;
  /** Values of `{name:Type}`, in ClickHouse's escaped form. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Settings that the author asks for; the engine gets only the harmless ones. */
  readonly settings: ReadonlyMap<string, string>;
  /** The database that unqualified names belong to; null for the usual one. */
  readonly database: string | null;
  /** The result's format when the statement names none. */
  readonly format: string;
  /** The largest number of rows of the result, as its author or the page wants it. */
  readonly rowLimit: number | null;
};

/** A result that is complete in the engine and is now sent. */
export type StatementResult = {
  readonly format: string;
  /** The names of the views that were read. */
  readonly views: readonly string[];
  /** Headers with the names of ClickHouse's interface, without length and encoding. */
  readonly headers: ReadonlyMap<string, string>;
  /** Its length; null when unknown. */
  readonly bytes: number | null;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** The kind of a failure. */
export type FailureKind =
  /** The statement is wrong, or is not allowed. */
  | 'invalid'
  /** It needs more time, memory, rows or bytes than an account may use. */
  | 'limit'
  /** The engine is away or overloaded. */
  | 'outage';

/**
 * A failed statement. `message` is a sentence for its author; `code` is ClickHouse's number and
 * `name` its name, such as 62 and SYNTAX_ERROR.
 */
export class StatementFailure extends Error {
  override readonly name = 'StatementFailure';
  readonly kind: FailureKind;
  readonly code: number;
  readonly codeName: string;

  constructor(
    kind: FailureKind,
    { code, codeName, message }: { code: number; codeName: string; message: string },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.codeName = codeName;
  }
}
