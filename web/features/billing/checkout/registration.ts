import * as z from 'zod/mini';

const key = 'waypost.registration';

/** Registration data stored during payment. Passwords are not stored. */
const registration = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

export type KeptRegistration = z.infer<typeof registration>;

/** Returns the data stored in this tab, or null when it is missing or invalid. */
export function keptRegistration(): KeptRegistration | null {
  const text = sessionStorage.getItem(key);
  if (text === null) return null;
  const read = registration.safeParse(parsed(text));
  return read.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores the data until the tab is closed. */
export function keepRegistration({ firstName, lastName, email }: KeptRegistration): void {
  sessionStorage.setItem(key, JSON.stringify({ firstName, lastName, email }));
}

export function forgetRegistration(): void {
  sessionStorage.removeItem(key);
}
