import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** A person's note on a day of the charts. */
export type Annotation = {
  readonly id: string;
  /** `YYYY-MM-DD`: a calendar day, in any time zone. */
  readonly date: string;
  /** 1 to 140 characters. */
  readonly text: string;
};

/** The annotations of one account. */
export const mostAnnotations = 500;

export type AnnotationsPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly annotations: {
    /** The account's annotations, by date. */
    of(userId: string): Promise<readonly Annotation[]>;
    /**
     * Stores the annotation; returns false when the account already has `mostAnnotations`.
     * Concurrent calls cannot exceed the limit.
     */
    add(userId: string, annotation: Annotation, at: Date): Promise<boolean>;
    /** Changes what is given; null when the account has no such annotation. */
    change(
      userId: string,
      id: string,
      change: { readonly date: string | null; readonly text: string | null },
    ): Promise<Annotation | null>;
    /** Returns false when the account has no such annotation. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/**
 * An account's annotations. `add` refuses `conflict` when there are `mostAnnotations`; `change` and
 * `remove` refuse `not_found`.
 */
export function annotationsOf({ clock, newId, annotations }: AnnotationsPorts) {
  return {
    list: (userId: string) => annotations.of(userId),

    async add(userId: string, input: Omit<Annotation, 'id'>): Promise<Annotation> {
      const nowMs = clock.now();
      const annotation = { id: newId(nowMs), ...input };
      if (await annotations.add(userId, annotation, new Date(nowMs))) return annotation;
      throw accountFull(mostAnnotations, 'notes');
    },

    async change(
      userId: string,
      id: string,
      change: Parameters<AnnotationsPorts['annotations']['change']>[2],
    ): Promise<Annotation> {
      const changed = isId(id) ? await annotations.change(userId, id, change) : null;
      if (changed === null) throw notFound();
      return changed;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await annotations.remove(userId, id))) throw notFound();
    },
  };
}
