import * as z from 'zod/mini';

/** As the API limits it. */
export const longestNote = 140;

/** The fields of a note; `today` is the last day that can have one, as `YYYY-MM-DD`. */
export function noteSchema(today: string) {
  return z.object({
    date: z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Please choose a day'),
      z.refine((day) => day <= today, 'This day is in the future'),
    ),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please enter a note'),
        z.maxLength(longestNote, `A note has at most ${longestNote} characters`),
      ),
  });
}
