import type { Passwords } from '#core/accounts/passwords/passwords';
import { largestRuleId } from '#contract/links/link-limits';
import type { LinkChange } from '#core/links/link';
import type { RandomBytes } from '#core/shared/ids';
import type { OptionsInput } from './check-options.ts';
import { numberRules } from './check-rules.ts';

type Ports = {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly randomBytes: RandomBytes;
};

/**
 * Completes a validated change: hashes the password, and numbers the new rules. A blank password
 * removes it. Refuses `too_many_requests` while many passwords are hashed.
 */
export async function finishOptions(
  { passwords, randomBytes }: Ports,
  { userId, input }: { readonly userId: string; readonly input: OptionsInput },
  change: LinkChange,
): Promise<LinkChange> {
  const draw = (): number => {
    const bytes = randomBytes(4);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) & largestRuleId;
  };
  const { password } = input;
  return {
    ...change,
    ...(change.rules !== undefined && { rules: numberRules(change.rules, draw) }),
    ...(password !== undefined && {
      passwordHash:
        password === null || password === '' ? null : await passwords.hash(password, [userId]),
    }),
  };
}
