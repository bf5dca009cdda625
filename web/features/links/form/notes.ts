import { linkTexts } from '#contract/links/link-limits';
import type { Link } from '#web/api.ts';

/**
 * The texts of the forms. Their notes contain the description, which the API has beside them. Saving
 * changed notes moves the description into them.
 */
export const formTexts = { title: linkTexts.title, notes: linkTexts.notes } as const;

type Written = Pick<Link, 'description' | 'notes'>;

/**
 * All that the account wrote about a link: the description, and after it the notes, unless they begin
 * with the same lines.
 */
export function notesOf({ description, notes }: Written): string {
  const isInNotes =
    description !== null && notes !== null && `${notes}\n`.startsWith(`${description}\n`);
  return isInNotes ? notes : [description, notes].filter(Boolean).join('\n\n');
}

/** Whether the description is part of the form's notes. Both together can be too long for them. */
export function holdsDescription(link: Written): boolean {
  return link.description !== null && notesOf(link).length <= formTexts.notes;
}
