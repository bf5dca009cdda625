import * as z from 'zod/mini';
import { storedAtom, storedJson } from '#web/app/state/stored-atom.ts';

/** Registration data stored during payment. Passwords are not stored. */
const registration = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

type Registration = z.infer<typeof registration>;

/** What was typed in this tab; null for nothing. */
export const registrationAtom = storedAtom<Registration | null>({
  key: 'waypost.registration',
  place: 'tab',
  read: (text) => registration.safeParse(storedJson(text)).data ?? null,
  write: (typed) => typed && JSON.stringify(registration.parse(typed)),
});
