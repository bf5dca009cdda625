import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { nameTaken, requireLabelName } from './label-name.ts';
import type { Counted } from './tags.ts';

/** A place for links. A link is in one folder or in none; folders contain no folders. */
export type Folder = {
  readonly id: string;
  /** Unique in the account, without case. */
  readonly name: string;
};

/** The folders of one account. */
export const mostFolders = 200;

export type FoldersPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly folders: {
    /** The account's folders, by name without case. */
    of(userId: string): Promise<readonly Counted<Folder>[]>;
    /**
     * Stores the folder. `full`: the account already has `mostFolders`; `taken`: one has this name,
     * in any case. Concurrent calls can neither exceed the limit nor use a name twice.
     */
    add(userId: string, folder: Folder, at: Date): Promise<'added' | 'full' | 'taken'>;
    /** Null when the account has no such folder. */
    rename(userId: string, id: string, name: string): Promise<Counted<Folder> | 'taken' | null>;
    /** Keeps the links, without a folder; returns false when the account has no such folder. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/**
 * An account's folders. `add` and `rename` refuse `invalid`, and `conflict` when the name is taken or
 * there are `mostFolders`; `rename` and `remove` refuse `not_found`.
 */
export function foldersOf({ clock, newId, folders }: FoldersPorts) {
  return {
    list: (userId: string) => folders.of(userId),

    async add(userId: string, name: string): Promise<Counted<Folder>> {
      const nowMs = clock.now();
      const folder = { id: newId(nowMs), name: requireLabelName(name) };
      const added = await folders.add(userId, folder, new Date(nowMs));
      if (added === 'full') throw accountFull(mostFolders, 'folders');
      if (added === 'taken') throw nameTaken('folder');
      return { ...folder, links: 0 };
    },

    async rename(userId: string, id: string, name: string): Promise<Counted<Folder>> {
      const wanted = requireLabelName(name);
      const renamed = isId(id) ? await folders.rename(userId, id, wanted) : null;
      if (renamed === null) throw notFound();
      if (renamed === 'taken') throw nameTaken('folder');
      return renamed;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await folders.remove(userId, id))) throw notFound();
    },
  };
}
