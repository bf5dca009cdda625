import { api, ask, type ContactMessage } from '#web/api.ts';

/** Sends a message to whoever runs this Waypost. */
export async function contactSupport(message: ContactMessage): Promise<void> {
  await ask(api.contact.post(message));
}
