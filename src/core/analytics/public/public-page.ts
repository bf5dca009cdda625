import type { Passwords } from '#core/accounts/passwords/passwords';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import type { RandomBytes } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** The page with one link's numbers that everybody with its token may see. */
export type PublicPage = {
  readonly userId: string;
  readonly linkId: string;
  /** 128 random bits as 22 characters of base64url. */
  readonly token: string;
  /** Null when the token is enough. */
  readonly passwordHash: string | null;
  /** Off: the page shows no revenue and no profit. */
  readonly showsMoney: boolean;
};

/** A null password removes it; undefined leaves things as they are. */
export type PublicPageInput = {
  readonly password?: string | null | undefined;
  readonly showsMoney?: boolean | undefined;
};

export type PublicPagePorts = {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly links: OwnLinks;
  readonly pages: {
    /** The page of the account's link; null when it has none. */
    of(userId: string, linkId: string): Promise<PublicPage | null>;
    /**
     * Opens the page with the token, or changes the open one, which keeps its token. Null when the
     * account has no such link any more.
     */
    share(
      page: Pick<PublicPage, 'userId' | 'linkId' | 'token'> & {
        readonly passwordHash: string | null | undefined;
        readonly showsMoney: boolean | undefined;
      },
      at: Date,
    ): Promise<PublicPage | null>;
    /** Closes the page for good; without effect when there is none. */
    revoke(userId: string, linkId: string): Promise<void>;
  };
};

const tokenBytes = 16;

/** The owner's side of a link's public page. All of it refuses `not_found` for foreign links. */
export function publicPages({ clock, randomBytes, passwords, links, pages }: PublicPagePorts) {
  return {
    async show(userId: string, linkId: string): Promise<PublicPage | null> {
      await ownLink(links, userId, linkId);
      return pages.of(userId, linkId);
    },

    async share(userId: string, linkId: string, input: PublicPageInput): Promise<PublicPage> {
      await ownLink(links, userId, linkId);
      const { password, showsMoney } = input;
      const token = randomBytes(tokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
      const passwordHash = password && (await passwords.hash(password, [userId]));
      const wished = { userId, linkId, token, passwordHash, showsMoney };
      const page = await pages.share(wished, new Date(clock.now()));
      if (page === null) throw notFound();
      return page;
    },

    async revoke(userId: string, linkId: string): Promise<void> {
      await ownLink(links, userId, linkId);
      await pages.revoke(userId, linkId);
    },
  };
}
