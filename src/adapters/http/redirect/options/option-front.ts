import type { Target } from '#adapters/http/redirect/target';
import { readLanguages, readVisitor } from '#adapters/http/redirect/visitor';
import type { PasswordProofs } from '#core/redirect/options/password-proof';
import type { unlockLink } from '#core/redirect/options/unlock-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visitor } from '#core/redirect/visit-link';
import { passwordPage } from './password-page.ts';
import { unlockAnswer, withTrust } from './unlock.ts';

export type OptionFrontPorts = {
  readonly unlockLink: ReturnType<typeof unlockLink>;
  readonly passwordProofs: Pick<PasswordProofs, 'read'>;
  readonly appUrl: string;
  readonly shortUrl: string;
};

type Form = { readonly request: Request; readonly target: Target; readonly address: string };

/** The part of the front that only links with options need. */
export function optionFront(ports: OptionFrontPorts) {
  const answerUnlock = unlockAnswer(ports.unlockLink, passwordPage(ports));

  return {
    /**
     * Adds to the visitor the facts that rules and passwords need; returns it unchanged for a link
     * without options.
     */
    completed(link: RoutedLink, visitor: Visitor, { headers }: Request): Visitor {
      if (link.options === undefined) return visitor;
      if (link.options.rules.length === 0) return withTrust(link, visitor, ports.passwordProofs);
      const acceptLanguage = readLanguages(headers);
      return withTrust(link, { ...visitor, acceptLanguage }, ports.passwordProofs);
    },
    /** Answers a form with a link's password; null: the link has none. */
    unlock(link: RoutedLink, { request, target, address }: Form): Promise<Response> | null {
      const passwordHash = link.options?.passwordHash ?? null;
      if (passwordHash === null) return null;
      const { userAgent } = readVisitor(request.headers, address, '');
      return answerUnlock({ link, passwordHash, request, target, address, userAgent });
    },
  };
}
