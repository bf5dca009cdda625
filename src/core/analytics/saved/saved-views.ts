import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** A question to the analytics page that its owner keeps. */
export type SavedView = {
  readonly id: string;
  /** 1 to 60 characters. */
  readonly name: string;
  /** The search part of the page's address, without `?`; at most 4,000 characters. */
  readonly query: string;
};

/** The views of one account. */
export const mostViews = 50;

/** A new name, a new address, or both; null keeps what is stored. */
export type ViewChange = { readonly name: string | null; readonly query: string | null };

export type SavedViewsPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly views: {
    /** The account's views, oldest first. */
    of(userId: string): Promise<readonly SavedView[]>;
    /**
     * Stores the view; returns false when the account already has `mostViews`. Concurrent calls
     * cannot exceed the limit.
     */
    add(userId: string, view: SavedView, at: Date): Promise<boolean>;
    /** Changes what is given; null when the account has no such view. */
    change(userId: string, id: string, change: ViewChange): Promise<SavedView | null>;
    /** Returns false when the account has no such view. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/**
 * An account's saved views. `save` refuses `conflict` when there are `mostViews`; `change` and `remove`
 * refuse `not_found`.
 */
export function savedViews({ clock, newId, views }: SavedViewsPorts) {
  return {
    list: (userId: string) => views.of(userId),

    async save(userId: string, input: Omit<SavedView, 'id'>): Promise<SavedView> {
      const nowMs = clock.now();
      const view = { id: newId(nowMs), ...input };
      if (await views.add(userId, view, new Date(nowMs))) return view;
      throw accountFull(mostViews, 'saved views');
    },

    async change(userId: string, id: string, change: ViewChange): Promise<SavedView> {
      const changed = isId(id) ? await views.change(userId, id, change) : null;
      if (changed === null) throw notFound();
      return changed;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await views.remove(userId, id))) throw notFound();
    },
  };
}
