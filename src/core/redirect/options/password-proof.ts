import { isSameText } from '#core/shared/same-text';
import { secondMs } from '#core/shared/time';

/** The link and the visitor for whom a proof is made. */
export type ProofSubject = {
  readonly linkId: string;
  /** A changed password ends its proofs. */
  readonly passwordHash: string;
  readonly userAgent: string;
};

/** Proofs that a visitor gave a link's password: short-lived, and made only by this instance. */
export type PasswordProofs = {
  /** `referrer`: where the visitor came from, which the proof carries. */
  sign(subject: ProofSubject, referrer: string): string;
  /** The referrer in the proof; null for a proof that is wrong or too old. */
  read(subject: ProofSubject, proof: string): string | null;
};

type Ports = {
  readonly clock: { now(): number };
  /** Keyed hashes, the newest key's first. */
  readonly hashes: (message: string) => readonly [Uint8Array, ...Uint8Array[]];
};

/** Enough to follow the redirect, also on a slow line. */
const lifeSeconds = 60;
const macBytes = 16;
const maxReferrer = 512;
const form = /^([\da-z]{6,9})\.([\w-]{0,2800})\.([\w-]{22})$/;

/** Proofs of `lifeSeconds`, bound to the link, its password and the visitor's browser. */
export function passwordProofs({ clock, hashes }: Ports): PasswordProofs {
  const macs = (subject: ProofSubject, facts: string): string[] => {
    const { linkId, passwordHash, userAgent } = subject;
    const message = [facts, linkId, passwordHash, userAgent].join('\n');
    return hashes(message).map((hash) => base64url(hash.subarray(0, macBytes)));
  };

  return {
    sign(subject, referrer) {
      const untilSeconds = Math.floor(clock.now() / secondMs) + lifeSeconds;
      const cut = new TextEncoder().encode(referrer.slice(0, maxReferrer));
      const facts = `${untilSeconds.toString(36)}.${base64url(cut)}`;
      return `${facts}.${macs(subject, facts)[0] ?? ''}`;
    },
    read(subject, proof) {
      const [, until = '', referrer = '', mac = ''] = form.exec(proof) ?? [];
      if (mac === '') return null;
      const isOurs = macs(subject, `${until}.${referrer}`).some((own) => isSameText(own, mac));
      if (!isOurs || Number.parseInt(until, 36) * secondMs <= clock.now()) return null;
      return new TextDecoder().decode(Uint8Array.fromBase64(referrer, { alphabet: 'base64url' }));
    },
  };
}

function base64url(bytes: Uint8Array): string {
  return new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true });
}
