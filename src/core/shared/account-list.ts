/**
 * Things of which an account keeps few: tags, saved views, notes. Each kind has its own limit, and
 * some have names that are unique in the account, without case.
 */
export type AccountList<Thing extends { readonly id: string }> = {
  /** All of the account's, in the order of their kind. */
  of(userId: string): Promise<readonly Thing[]>;
  /**
   * Stores a new one. Refuses `conflict` when the account has as many as it may have, or one with this
   * name. Concurrent calls can neither exceed the limit nor use a name twice. `chosenId`: the id of the
   * new one; when the account has one with this id, returns that one and stores nothing.
   */
  add(userId: string, fields: FieldsOf<Thing>, chosenId?: string | null): Promise<Thing>;
  /**
   * Changes the fields that are given. Refuses `not_found`, `changed_meanwhile`, and `conflict` for a name
   * as `add` does.
   */
  change(which: OwnThing, fields: ChangesOf<Thing>): Promise<Thing>;
  /**
   * Refuses `not_found` and `changed_meanwhile`. A label is removed from its links in parts, each of which
   * others see at once. After a failure the label is still there, on the links that still have it;
   * another call removes the rest.
   */
  remove(which: OwnThing): Promise<void>;
};

/** A thing of an account. `seen`, for kinds with a version: only when it has this one. */
export type OwnThing = {
  readonly userId: string;
  readonly id: string;
  readonly seen?: number | undefined;
};

/** The fields that a person sets; `links` and `version` are computed. */
export type FieldsOf<Thing> = Omit<Thing, 'id' | 'links' | 'version'>;
type ChangesOf<Thing> = { readonly [Key in keyof FieldsOf<Thing>]?: Thing[Key] | undefined };
