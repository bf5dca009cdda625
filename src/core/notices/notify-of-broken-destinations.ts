import type { User } from '#core/accounts/user';
import type { BrokenDestination } from '#core/links/health/destination-check';
import { urlOfName } from '#core/links/link-domain';
import { type Mail, write } from '#core/shared/mail';
import { dayMs, hourMs } from '#core/shared/time';
import { brokenDestinationsMail } from './broken-destinations-mail.ts';
import type { NewNotices, NoticePorts } from './ports.ts';

/** A link that leads to a broken destination of which its owner has no notice. */
export type BrokenLink = Pick<BrokenDestination, 'url' | 'reason' | 'status' | 'since'> & {
  readonly linkId: string;
  /** For `urlOfName`. */
  readonly linkName: string;
};

/** An account with broken destinations of which it has no notice. */
export type AccountToNotify = Pick<User, 'id' | 'email' | 'firstName'> & {
  /** Whether the account wants mails, and its address is proven. */
  readonly isMailed: boolean;
  /** The destinations that the notice is about. */
  readonly destinationIds: readonly string[];
  /** How many links lead to them. */
  readonly linkCount: number;
  /** Some of these links. */
  readonly links: readonly BrokenLink[];
};

type Telling = NewNotices & Pick<NoticePorts, 'broken' | 'appUrl' | 'shortUrl' | 'newId'>;

const accountsAtOnce = 50;
const listedLinks = 10;

/**
 * Creates notices of broken destinations, and mails them: one for all destinations of an account,
 * an hour after the first of them broke, and at most one a day.
 */
export async function notifyOfBrokenDestinations(ports: Telling): Promise<void> {
  const { broken, notices, clock } = ports;
  const nowMs = clock.now();
  const at = new Date(nowMs);
  const accounts = await broken.accountsToNotify({
    brokenBefore: new Date(nowMs - hourMs),
    notifiedBefore: new Date(nowMs - dayMs),
    accounts: accountsAtOnce,
    links: listedLinks,
  });
  for (const account of accounts) {
    // A repeat after a kill has the same key, because its destinations are still without a notice.
    const eventKey = `broken destinations ${[...account.destinationIds].sort()[0]} ${at.toISOString().slice(0, 10)}`;
    const [only, ...others] = account.links;
    const isOne = account.linkCount === 1 && only !== undefined && others.length === 0;
    await notices.add([
      {
        notice: {
          userId: account.id,
          linkId: isOne ? only.linkId : null,
          eventKey,
          kind: 'broken_destinations',
          count: account.linkCount,
          amounts: [],
          happenedAt: at,
        },
        mail: account.isMailed ? mailOf(ports, account, { eventKey, nowMs }) : null,
      },
    ]);
    await broken.settle(account.id, account.destinationIds, at);
  }
}

function mailOf(
  { appUrl, shortUrl, newId }: Telling,
  account: AccountToNotify,
  { eventKey, nowMs }: { readonly eventKey: string; readonly nowMs: number },
): Mail {
  const links = account.links.map(({ linkName, ...link }) => ({
    ...link,
    shortUrl: urlOfName(shortUrl, linkName),
  }));
  const about = { links, linkCount: account.linkCount };
  return {
    ...write(brokenDestinationsMail({ ...account, verified: account.isMailed }, about, appUrl)),
    id: newId(nowMs),
    to: account.email,
    createdAt: new Date(nowMs),
    eventKey: `${eventKey} ${account.id}`,
    givesUpAt: new Date(nowMs + dayMs),
  };
}
