import { type EmailProof, proofsPerHour } from '#core/accounts/email-proofs';
import type { EmailProofs, PasswordResets, Welcome } from '#core/accounts/ports';
import type { AskedReset, PasswordReset } from '#core/accounts/passwords/reset-password';
import { refuseBanned } from '#core/accounts/banned';
import { noBans } from '#tests/support/builders/people';
import { foldEmail } from '#core/accounts/user';
import type { Mail } from '#core/shared/mail';
import { hourMs, secondMs } from '#core/shared/time';
import type { memorySessions, memoryUsers } from './accounts.ts';

type People = {
  readonly users: ReturnType<typeof memoryUsers>;
  readonly sessions: ReturnType<typeof memorySessions>;
  /** Takes the mails over. */
  readonly outbox: Pick<Mail[], 'push'>;
};

/** The links that prove addresses, in memory. */
export function memoryProofs({ users, sessions, outbox }: People, bans = noBans) {
  const opened: EmailProof[] = [];
  const living = new Map<string, EmailProof>();
  const keep = (proof: EmailProof) => {
    opened.push(proof);
    living.set(proof.tokenDigest, proof);
  };
  const changesOf = (userId: string) =>
    [...living.values()].filter((proof) => proof.userId === userId && proof.cause === 'change');
  const drop = (proofs: readonly EmailProof[]) =>
    proofs.forEach(({ tokenDigest }) => living.delete(tokenDigest));
  const proofOf = (tokenDigest: string, at: Date) => {
    const proof = living.get(tokenDigest);
    return proof && at < proof.expiresAt ? proof : null;
  };

  const proofs: EmailProofs = {
    async open(proof, mails) {
      const atMs = proof.createdAt.getTime();
      const recent = opened.filter(
        ({ userId, cause, createdAt }) =>
          userId === proof.userId && cause === proof.cause && atMs - createdAt.getTime() < hourMs,
      );
      const [first] = recent;
      if (first && recent.length >= proofsPerHour) {
        return Math.ceil((first.createdAt.getTime() + hourMs - atMs) / secondMs);
      }
      if (proof.cause === 'change') drop(changesOf(proof.userId));
      keep(proof);
      outbox.push(...mails);
      return 0;
    },
    async find(tokenDigest, at) {
      const proof = proofOf(tokenDigest, at);
      const user = proof && users.userById(proof.userId);
      if (!proof || !user) return null;
      refuseBanned(bans, { userId: user.id, emails: [proof.email, user.email] });
      return { proof, user };
    },
    async isProven(tokenDigest) {
      const proof = opened.find((each) => each.tokenDigest === tokenDigest);
      const user = proof && users.userById(proof.userId);
      return user?.verified === true && foldEmail(user.email) === foldEmail(proof?.email ?? '');
    },
    async use({ tokenDigest, at, keptSid, mail }) {
      const proof = proofOf(tokenDigest, at);
      if (proof === null) return 'over';
      const { userId, email, cause } = proof;
      const holder = await users.findByEmail(foldEmail(email));
      if (holder !== null && holder.user.id !== userId) return 'taken';
      living.delete(tokenDigest);
      users.change(userId, { email, verified: true });
      if (cause === 'change') {
        sessions.endAll(userId, keptSid);
        drop([...living.values()].filter((other) => other.userId === userId));
      }
      if (mail !== null) outbox.push(mail);
      return 'proven';
    },
    async pendingChange(userId, at) {
      return changesOf(userId).find(({ expiresAt }) => at < expiresAt)?.email ?? null;
    },
    async cancelChange(userId) {
      drop(changesOf(userId));
    },
  };
  const welcomed = ({ proof, mail }: Welcome) => {
    keep(proof);
    outbox.push(mail);
  };
  return { ...proofs, welcomed };
}

/** The links that set new passwords, in memory. */
export function memoryResets({ users, sessions, outbox }: People) {
  let living: (PasswordReset & Partial<AskedReset>)[] = [];
  const opened: AskedReset[] = [];
  const endAll = (userId: string) => {
    living = living.filter((reset) => reset.userId !== userId);
  };
  const resetOf = (tokenDigest: string, at: Date) =>
    living.find((reset) => reset.tokenDigest === tokenDigest && at < reset.expiresAt);

  const resets: PasswordResets = {
    async open(reset, mail, limit) {
      const owner = users.userById(reset.userId);
      if (!owner || foldEmail(owner.email) !== foldEmail(mail.to)) return;
      const sinceMs = reset.createdAt.getTime() - hourMs;
      const recent = opened.filter(
        ({ userId, createdAt }) => userId === reset.userId && createdAt.getTime() > sinceMs,
      );
      if (limit !== null && recent.length >= limit) return;
      const isOvertaken = ({ userId, requesterKey }: Partial<AskedReset>) =>
        userId === reset.userId && requesterKey === reset.requesterKey;
      living = [...living.filter((other) => !isOvertaken(other)), reset];
      opened.push(reset);
      outbox.push(mail);
    },
    async find(tokenDigest, at) {
      const reset = resetOf(tokenDigest, at);
      return (reset && users.userById(reset.userId)) ?? null;
    },
    async use({ tokenDigest, passwordHash, at, mail }) {
      const reset = resetOf(tokenDigest, at);
      if (!reset) return false;
      endAll(reset.userId);
      users.setHash(reset.userId, passwordHash);
      users.change(reset.userId, { verified: true });
      sessions.endAll(reset.userId);
      outbox.push(mail);
      return true;
    },
  };
  return {
    ...resets,
    endAll,
    /** Keeps a reset that nobody requested: the first one of an account. */
    give: (reset: PasswordReset) => void living.push(reset),
  };
}
