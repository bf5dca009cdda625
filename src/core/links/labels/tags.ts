import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { nameTaken, requireLabelName } from './label-name.ts';

/** The palette of tags. The web app has a colour of each name for each theme. */
export const tagColors = [
  ...(['gray', 'red', 'orange', 'yellow', 'green'] as const),
  ...(['teal', 'blue', 'purple', 'pink'] as const),
] as const;
export type TagColor = (typeof tagColors)[number];

/** A word by which an account finds its links. A link may have several tags. */
export type Tag = {
  readonly id: string;
  /** Unique in the account, without case. */
  readonly name: string;
  readonly color: TagColor;
};

/** `links`: how many links have it. */
export type Counted<Label> = Label & { readonly links: number };

/** The tags of one account. */
export const mostTags = 200;

export type TagsPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly tags: {
    /** The account's tags, by name without case. */
    of(userId: string): Promise<readonly Counted<Tag>[]>;
    /**
     * Stores the tag. `full`: the account already has `mostTags`; `taken`: one has this name, in any
     * case. Concurrent calls can neither exceed the limit nor use a name twice.
     */
    add(userId: string, tag: Tag, at: Date): Promise<'added' | 'full' | 'taken'>;
    /** Changes what is given; null when the account has no such tag. */
    change(
      userId: string,
      id: string,
      change: { readonly name: string | null; readonly color: TagColor | null },
    ): Promise<Counted<Tag> | 'taken' | null>;
    /** Removes the tag from all links too; returns false when the account has no such tag. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/** What an owner wants of a tag. `undefined` leaves a field as it is. */
export type TagInput = {
  readonly name?: string | undefined;
  readonly color?: TagColor | undefined;
};

/**
 * An account's tags. `add` and `change` refuse `invalid`, and `conflict` when the name is taken or
 * there are `mostTags`; `change` and `remove` refuse `not_found`.
 */
export function tagsOf({ clock, newId, tags }: TagsPorts) {
  return {
    list: (userId: string) => tags.of(userId),

    async add(userId: string, input: TagInput & { readonly name: string }): Promise<Counted<Tag>> {
      const nowMs = clock.now();
      const name = requireLabelName(input.name);
      const color = input.color ?? colorOfNext((await tags.of(userId)).length);
      const tag = { id: newId(nowMs), name, color };
      const added = await tags.add(userId, tag, new Date(nowMs));
      if (added === 'full') throw accountFull(mostTags, 'tags');
      if (added === 'taken') throw nameTaken('tag');
      return { ...tag, links: 0 };
    },

    async change(userId: string, id: string, { name, color }: TagInput): Promise<Counted<Tag>> {
      const change = {
        name: name === undefined ? null : requireLabelName(name),
        color: color ?? null,
      };
      const changed = isId(id) ? await tags.change(userId, id, change) : null;
      if (changed === null) throw notFound();
      if (changed === 'taken') throw nameTaken('tag');
      return changed;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await tags.remove(userId, id))) throw notFound();
    },
  };
}

/** The colour of a new tag when nobody chose one: the palette in turn. */
export function colorOfNext(existing: number): TagColor {
  return tagColors[existing % tagColors.length] ?? tagColors[0];
}
