import { api, ask, type ContactMessage, type LinkReport } from '#web/api.ts';

/** Sends a message to whoever runs this Waypost. */
export async function contactSupport(message: ContactMessage): Promise<void> {
  await ask(api.contact.post(message));
}

/** Tells whoever runs this Waypost that a short link does harm. */
export async function reportLink(report: LinkReport): Promise<void> {
  await ask(api.reports.post(report));
}
