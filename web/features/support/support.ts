import { api, ask, type ContactMessage, type LinkReport } from '#web/api.ts';

/** Sends a message to the operator of this Waypost. */
export async function contactSupport(message: ContactMessage): Promise<void> {
  await ask(api.contact.post(message));
}

/** Reports a harmful short link to the operator of this Waypost. */
export async function reportLink(report: LinkReport): Promise<void> {
  await ask(api.reports.post(report));
}
