/**
 * Things of which an account keeps few: tags, saved views, notes. Each kind has its own limit, and
 * some have names that are unique in the account, without case.
 */
export type AccountList<Thing extends { readonly id: string }> = {
  /** All of the account's, in the order of their kind. */
  of(userId: string): Promise<readonly Thing[]>;
  /**
   * Stores a new one. Refuses `conflict` when the account has as many as it may have, or one with this
   * name. Concurrent calls can neither exceed the limit nor use a name twice.
   */
  add(userId: string, fields: FieldsOf<Thing>): Promise<Thing>;
  /** Changes the fields that are given. Refuses `not_found`, and `conflict` for a name as `add` does. */
  change(userId: string, id: string, fields: ChangesOf<Thing>): Promise<Thing>;
  /** Refuses `not_found`. */
  remove(userId: string, id: string): Promise<void>;
};

/** The fields that a person sets; `links` is a computed number. */
export type FieldsOf<Thing> = Omit<Thing, 'id' | 'links'>;
type ChangesOf<Thing> = { readonly [Key in keyof FieldsOf<Thing>]?: Thing[Key] | undefined };
