import { argon2idPasswords } from '#adapters/passwords/argon2id';
import type { Spool } from '#adapters/spool/spool';
import { userAgents } from '#adapters/user-agent/describe-agent';
import { knownPreviewBots } from '#adapters/user-agent/is-preview-bot';
import { passwordProofs } from '#core/redirect/options/password-proof';
import { unlockLink } from '#core/redirect/options/unlock-link';
import { createHmac } from 'node:crypto';

/** What the redirect needs for links with options. Addresses of TEST-NET-3 are German. */
export function optionPorts({ clickLimits }: Pick<Spool, 'clickLimits'>) {
  return {
    clickLimits,
    isPreviewBot: knownPreviewBots(),
    describeAgent: userAgents(),
    countryOf: (address: string) => (address.startsWith('203.0.113.') ? 'DE' : ''),
  };
}

/** What the front needs for links with a password; the hashes are quick. */
export function passwordPorts(clock: { now(): number }) {
  const hashes = (message: string): readonly [Buffer] => [
    createHmac('sha256', 'a test').update(message).digest(),
  ];
  const proofs = passwordProofs({ clock, hashes });
  const passwords = testPasswords();
  return { unlockLink: unlockLink({ clock, passwords, proofs }), passwordProofs: proofs };
}

/** Argon2id at its lowest cost. */
export function testPasswords() {
  return argon2idPasswords({ memoryKib: 8, passes: 1 }, { parallel: 1, waiting: 32 });
}
