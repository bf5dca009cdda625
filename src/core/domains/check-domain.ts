import { isId, type NewId } from '#core/shared/ids';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import { notFound, Refusal } from '#core/shared/refusal';
import { minuteMs, type Clock } from '#core/shared/time';
import { type Domain, proofText } from './domain.ts';
import { type SuspendedMail, suspendedMails } from './domain-mails.ts';
import { judgeCheck, type Verdict } from './judge-check.ts';
import { type Dns, lookUp, type Seen, type Target } from './look-up.ts';
import type { ServedDomain, ServedDomains } from './served-domains.ts';

export type CheckDomainPorts = {
  readonly domains: {
    /**
     * Stores a check. At most one account holds a host: when the verdict proves the domain while
     * another account holds it, the other one loses it in the same transaction if `isProven` denies
     * its token; else nothing but the time of the check changes and the answer is `taken`. The
     * owner of a domain that is no longer proven gets a mail, in the same transaction. A look that
     * began before the last stored one changes nothing: the answer is `outdated`.
     */
    settle(check: Settling): Promise<Settled>;
  };
  readonly dns: Dns;
  readonly target: Target;
  /** The proven domains in memory. */
  readonly served: Pick<ServedDomains, 'put' | 'remove'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The origin of the app, for mails. */
  readonly appUrl: string;
};

export type Settling = {
  readonly domainId: string;
  /** When the look at the records began. */
  readonly lookedAt: Date;
  /** What the look means for the domain as it is now. */
  judge(domain: Domain): Verdict;
  /** Whether the record of the claim with this token was seen. */
  readonly isProven: (token: string) => boolean;
  readonly suspendedMail: SuspendedMail;
};

export type Settled =
  /** `displaced`: the number of the other account's domain that lost its proof. */
  | { readonly kind: 'settled'; readonly domain: Domain; readonly displaced: number | null }
  | { readonly kind: 'taken' | 'outdated'; readonly domain: Domain }
  | { readonly kind: 'gone' };

/**
 * Looks at a domain's records and stores what they mean; this instance follows at once. Returns
 * null when the domain was removed meanwhile.
 */
export function checkDomain(ports: CheckDomainPorts) {
  const look = lookUp(ports);

  return async (domain: Domain): Promise<Domain | null> => {
    const lookedAt = new Date(ports.clock.now());
    const seen = await look(domain);
    const settled = await ports.domains.settle({
      domainId: domain.id,
      lookedAt,
      judge: (current) => judgeCheck(current, seen.findings, lookedAt.getTime()),
      isProven: (token) => isSeen(seen, token),
      suspendedMail: suspendedMails(ports, lookedAt),
    });
    if (settled.kind === 'gone') return null;
    if (settled.kind === 'settled') {
      if (settled.displaced !== null) ports.served.remove(settled.displaced);
      follow(ports.served, settled.domain);
    }
    return settled.domain;
  };
}

/** Makes the domains in memory equal to a stored one. */
export function follow(served: CheckDomainPorts['served'], domain: Domain): void {
  if (domain.state === 'proven') served.put(servedOf(domain));
  else served.remove(domain.number);
}

function servedOf(domain: Domain): ServedDomain {
  const { number, userId, host, isPointed, rootUrl, unknownUrl } = domain;
  return { number, userId, host, isPointed, rootUrl, unknownUrl };
}

function isSeen({ texts }: Seen, token: string): boolean {
  return texts.includes(proofText(token));
}

export type CheckNowPorts = CheckDomainPorts & {
  readonly domains: {
    /** The account's domain; null for another's as for none. */
    find(userId: string, domainId: string): Promise<Domain | null>;
  };
  /** Limits the checks that an account asks for. */
  readonly perAccount: RateLimit;
};

/** Checks a domain because its owner asks. Refuses `not_found` and `too_many_requests`. */
export function checkNow(ports: CheckNowPorts) {
  const check = checkDomain(ports);

  return async (userId: string, domainId: string): Promise<Domain> => {
    const domain = isId(domainId) ? await ports.domains.find(userId, domainId) : null;
    if (domain === null) throw notFound();
    const waitSeconds = ports.perAccount.waitSeconds(userId, ports.clock.now());
    if (waitSeconds > 0) {
      const message = 'You check your domains too fast. Please try again in a moment.';
      throw new Refusal('too_many_requests', message, { retryAfterSeconds: waitSeconds });
    }
    const checked = await check(domain);
    if (checked === null) throw notFound();
    return checked;
  };
}

export type CheckDuePorts = CheckDomainPorts & {
  readonly domains: {
    /** Domains whose next check is due, the longest waiting first. */
    due(now: Date, limit: number): Promise<readonly Domain[]>;
    /** Sets the domain's next check. */
    postpone(domainId: string, nextCheckAt: Date): Promise<void>;
  };
};

const dueAtOnce = 50;
const checksAtOnce = 5;
/** When a check that failed is tried again, so that it does not keep others from their turn. */
const againMs = 10 * minuteMs;

/**
 * Checks the domains whose next check is due, a few at a time. Rejects with the first failure, after
 * all of them.
 */
export function checkDue(ports: CheckDuePorts) {
  const check = checkDomain(ports);

  return async (): Promise<void> => {
    const due = await ports.domains.due(new Date(ports.clock.now()), dueAtOnce);
    const failures: unknown[] = [];
    const checkOrPostpone = async (domain: Domain): Promise<void> => {
      try {
        await check(domain);
      } catch (error) {
        failures.push(error);
        await ports.domains.postpone(domain.id, new Date(ports.clock.now() + againMs));
      }
    };
    for (let at = 0; at < due.length; at += checksAtOnce) {
      await Promise.all(due.slice(at, at + checksAtOnce).map(checkOrPostpone));
    }
    if (failures.length > 0) throw failures[0];
  };
}
