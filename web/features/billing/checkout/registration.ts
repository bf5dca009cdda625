import * as z from 'zod/mini';

const key = 'waypost.registration';

/** What a person has entered on the way to paying; passwords are not kept. */
const registration = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });

export type KeptRegistration = z.infer<typeof registration>;

/** What this tab has kept; null without, and when it cannot be read. */
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

/** Keeps it for as long as the tab lives. */
export function keepRegistration({ firstName, lastName, email }: KeptRegistration): void {
  sessionStorage.setItem(key, JSON.stringify({ firstName, lastName, email }));
}

export function forgetRegistration(): void {
  sessionStorage.removeItem(key);
}
