import type { BulkKind, BulkState } from '#contract/bulk';
import { secondMs } from '#core/shared/time';

/** What a bulk action does to each of its links. */
export type BulkChange =
  | { readonly kind: 'pause' | 'resume' | 'delete' }
  /** The links expire at the time of the request; those that have expired stay as they are. */
  | { readonly kind: 'expire' }
  | { readonly kind: 'tag' | 'untag'; readonly tagId: string }
  /** Null takes the links out of their folders. */
  | { readonly kind: 'move'; readonly folderId: string | null };

/** One bulk action of an account. */
export type BulkRun = {
  readonly id: string;
  readonly userId: string;
  readonly kind: BulkKind;
  readonly state: BulkState;
  /** The links that were chosen, exactly: links that match later are not among them. */
  readonly total: number;
  /** The links that the action has changed so far; an undo does not lower it. */
  readonly changed: number;
  /** When a waiting action begins. */
  readonly dueAt: Date;
  /** Null while the action is not done, and where it cannot be undone. */
  readonly undoUntil: Date | null;
};

/** Links that one transaction changes: a few milliseconds of a core, which redirects may wait for. */
export const linksPerSlice = 50;

/** Actions of an account that have not ended. */
export const mostUnfinished = 3;

/**
 * How long the interface offers an undo, and how much longer the server takes one: it may be on its
 * way.
 */
export const undoOfferedMs = 10 * secondMs;
export const undoTakenMs = undoOfferedMs + 3 * secondMs;
