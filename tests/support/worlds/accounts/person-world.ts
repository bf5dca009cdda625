import type { Mail } from '#core/shared/mail';
import { accountWorld, ada, visitor, type WorldOptions } from './account-world.ts';

/** All that a person does with their account, over memory alone, with a clock that tests move. */
export function personWorld(options: Pick<WorldOptions, 'isOpen' | 'bans' | 'stores'> = {}) {
  const world = accountWorld(options);
  const { outbox, works } = world;

  return {
    ...world,
    redirects: world.redirecting,
    /** What was mailed since it was last asked, once all later work is done. */
    async mails(): Promise<readonly Mail[]> {
      await Promise.all(works.splice(0));
      return outbox.splice(0);
    },
    /** Somebody new, signed in, whose welcome mail is gone. */
    async somebody(email = ada.email) {
      const { user, token } = await world.register({ ...ada, email }, visitor);
      const [welcome] = outbox.splice(0);
      return {
        user,
        token,
        welcome: tokenIn(welcome),
        origin: { address: visitor.address, token },
      };
    },
  };
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  return /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
