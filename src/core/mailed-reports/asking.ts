import type { User } from '#core/accounts/user';
import { type Mail, write } from '#core/shared/mail';
import { greetingWithoutName } from '#core/shared/mail-name';
import { Refusal } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import type { MailedReportPorts } from './ports.ts';

/** How long an address can be confirmed. */
const askedMs = 7 * dayMs;

type Purpose = 'confirm' | 'stop';

/** What the links of a receiver's mails carry: the address's id, signed for one purpose. */
export function linkToken(
  { proofs }: Pick<MailedReportPorts, 'proofs'>,
  purpose: Purpose,
  addressId: string,
): string {
  return `${addressId}.${proofs.sign(`${purpose} ${addressId}`)}`;
}

/** The page on which a receiver ends the reports; opening it does not. */
export function stopPage(appUrl: string, token: string): string {
  return `${appUrl}/verify/report?stop=${encodeURIComponent(token)}`;
}

/** Asks an address whether it wants a report. It says nothing that its sender typed. */
export function askingMail(
  { clock, newId }: Pick<MailedReportPorts, 'clock' | 'newId'>,
  asked: {
    readonly id: string;
    readonly email: string;
    readonly owner: Pick<User, 'email'>;
    readonly url: string;
  },
): Mail {
  const nowMs = clock.now();
  return {
    ...write({
      subject: 'Do you want these reports?',
      greeting: greetingWithoutName,
      paragraphs: [
        `${asked.owner.email} wants to send you reports about links by email. You get them only after you confirm, and every one has a link that ends them.`,
      ],
      action: { label: 'Get the reports', url: asked.url },
      closing:
        'If you do not want them, do nothing: no further email comes. The link works for 7 days.',
    }),
    id: newId(nowMs),
    eventKey: `mailed report asks ${asked.id}`,
    to: asked.email,
    createdAt: new Date(nowMs),
    givesUpAt: new Date(nowMs + askedMs),
  };
}

/** Confirms the address of a mailed link. Refuses `invalid_link`. */
export async function confirmAddress(ports: MailedReportPorts, token: string): Promise<void> {
  const id = addressOf(ports, 'confirm', token);
  const since = new Date(ports.clock.now() - askedMs);
  if (!(await ports.mailed.confirm(id, since))) throw badLink();
}

/** Ends the mails to the address of a mailed link. Refuses `invalid_link`. */
export async function stopAddress(ports: MailedReportPorts, token: string): Promise<void> {
  await ports.mailed.stop(addressOf(ports, 'stop', token));
}

function addressOf(
  { proofs }: Pick<MailedReportPorts, 'proofs'>,
  purpose: Purpose,
  token: string,
): string {
  const [, id, signature] = /^([\da-f-]{36})\.([\da-f]{64})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) throw badLink();
  if (!proofs.isSigned(`${purpose} ${id}`, signature)) throw badLink();
  return id;
}

function badLink(): Refusal {
  return new Refusal('invalid_link', 'This link is invalid or has expired');
}
