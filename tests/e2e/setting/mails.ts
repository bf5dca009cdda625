import type { Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { linkIn, mailsIn, tokenOf } from '#tests/support/readers/mail-files';
import { expect, newPerson, type Person, registered, send } from './journey.ts';

const folder = process.env['WAYPOST_MAIL'] ?? '';

/** Waits for a mail with this subject to a person, and returns the newest. */
export async function mailTo(email: string, subject: RegExp): Promise<Email> {
  const found = async () =>
    (await mailsIn(folder, email)).findLast((mail) => subject.test(mail.subject ?? ''));
  await expect.poll(async () => (await found())?.subject).toMatch(subject);
  const mail = await found();
  if (mail === undefined) throw new Error('No mail');
  return mail;
}

/** The subjects of all mails to a person, oldest first. */
export async function subjectsTo(email: string): Promise<(string | undefined)[]> {
  return (await mailsIn(folder, email)).map((mail) => mail.subject);
}

/** The link in the newest mail with this subject. */
export async function mailedLink(email: string, subject: RegExp, path: string): Promise<string> {
  return linkIn(await mailTo(email, subject), path);
}

/** Registers a person and proves their address, through the API. */
export async function confirmed(page: Page, person = newPerson()): Promise<Person> {
  await registered(page, person);
  const token = tokenOf(await mailedLink(person.email, /^Welcome/, '/verify'));
  await send(page, { path: '/api/auth/verify-email', data: { token }, status: 204 });
  return person;
}
