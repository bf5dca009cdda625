import type { ProfileChanges } from '#contract/accounts/profile';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { write } from '#core/shared/mail';
import { notFound } from '#core/shared/refusal';
import { newProof, tooManyMails } from './email-proofs.ts';
import { changeAskedMail, confirmChangeMail, noticeLifeMs } from './mails.ts';
import type { AccountPorts } from './ports.ts';
import { requireRecentProof } from './sign-in/session.ts';
import { foldEmail, type User } from './user.ts';

/**
 * Changes a person's name and returns the person as stored now. A new address counts only after the
 * person confirms it. `token` is the token of their session. For a new address it may refuse
 * `reauth_required` and `too_many_requests`; then the name does not change either.
 */
export async function changeProfile(
  ports: AccountPorts,
  { user, token }: { readonly user: User; readonly token: string },
  input: ProfileChanges,
): Promise<User> {
  if (input.email !== undefined && foldEmail(input.email) !== foldEmail(user.email)) {
    await requireRecentProof(ports, token);
    await askAt(ports, user, input.email);
  }
  return rename(ports, user, input);
}

/** Changes a person's name and returns the person as stored now. */
export async function rename(
  { profiles }: Pick<AccountPorts, 'profiles'>,
  user: User,
  { firstName = user.firstName, lastName = user.lastName }: Omit<ProfileChanges, 'email'>,
): Promise<User> {
  const renamed = await profiles.rename(user.id, { firstName, lastName });
  if (renamed === null) throw notFound();
  return renamed;
}

/**
 * Mails a link to a new address. The account gets the address when the link is opened. The current
 * address gets a mail about it. The result does not show whether the new address has an account.
 */
async function askAt(ports: AccountPorts, user: User, email: string): Promise<void> {
  const nowMs = ports.clock.now();
  const change = { userId: user.id, email: email.trim(), cause: 'change' } as const;
  const { proof, mailOf } = newProof(ports, change, nowMs);
  const notice = {
    ...write(changeAskedMail(user, `${ports.appUrl}/forgot-password`)),
    id: ports.newId(nowMs),
    eventKey: `email change asked ${proof.tokenDigest}`,
    to: user.email,
    createdAt: proof.createdAt,
    givesUpAt: new Date(nowMs + noticeLifeMs),
  };
  const question = mailOf(confirmChangeMail);
  refuseFlood(await ports.proofs.open(proof, [question, notice]), tooManyMails);
}
