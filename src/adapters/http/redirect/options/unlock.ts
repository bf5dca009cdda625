import { addressNetwork } from '#adapters/http/frame/client-address';
import { readWithin } from '#adapters/http/frame/read-within';
import { redirectHeaders } from '#adapters/http/redirect/redirect-answer';
import type { Target } from '#adapters/http/redirect/target';
import type { PasswordProofs } from '#core/redirect/options/password-proof';
import { proofParameter } from '#core/links/own-parameters';
import type { unlockLink } from '#core/redirect/options/unlock-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visitor } from '#core/redirect/visit-link';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { fromField, type PasswordPage, passwordField } from './password-page.ts';

/** Far above a form with the longest password and address. */
const formLimits = {
  maxBytes: 16 * 1024,
  limitMs: 10 * secondMs,
  tooLarge: () => new Refusal('too_large', 'The form is too large'),
};

type Unlock = {
  readonly link: RoutedLink;
  readonly passwordHash: string;
  readonly request: Request;
  readonly target: Target;
  readonly address: string;
  /** Cut at the length that visits store. */
  readonly userAgent: string;
};

/**
 * Answers a form with a link's password: with the right one, the visitor gets the same address with
 * a proof, which redirects; otherwise the page again.
 */
export function unlockAnswer(
  unlock: ReturnType<typeof unlockLink>,
  page: PasswordPage,
): (asked: Unlock) => Promise<Response> {
  return async ({ link, passwordHash, request, target, address, userAgent }) => {
    const fields = await readForm(request);
    if (fields === null) return page.wrong({ code: link.code, from: '' });
    const referrer = fields.get(fromField) ?? '';
    const visit = { code: link.code, from: referrer };
    const unlocked = await unlock({
      linkId: link.id,
      userId: link.userId,
      passwordHash,
      userAgent,
      password: fields.get(passwordField) ?? '',
      network: addressNetwork(address),
      referrer,
    });
    switch (unlocked.kind) {
      case 'open':
        return seeOther(`${target.path}?${withProof(target.query, unlocked.proof)}`);
      case 'wrong':
        return page.wrong(visit);
      case 'too_many':
        return page.tooMany(visit, unlocked.retryAfterSeconds);
    }
  };
}

/** The fields of the form; null for any other body. */
async function readForm(request: Request): Promise<URLSearchParams | null> {
  try {
    return new URLSearchParams(
      new TextDecoder().decode(await readWithin(request.body, formLimits)),
    );
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The path is the request's own: the proof cannot leave this host. */
function seeOther(path: string): Response {
  const location = path.replace(/^\/+/, '/');
  return new Response(null, { status: 303, headers: redirectHeaders(location) });
}

function withProof(query: string, proof: string): string {
  const rest = withoutProof(query);
  return `${rest === '' ? '' : `${rest}&`}${proofParameter}=${proof}`;
}

/** The query's other parameters, as the visitor sent them. */
export function withoutProof(query: string): string {
  return query
    .split('&')
    .filter((part) => part !== '' && !part.startsWith(`${proofParameter}=`))
    .join('&');
}

/** The visitor with the query's proof, if it is valid for this link. */
export function withTrust(
  { id, options }: RoutedLink,
  visitor: Visitor,
  proofs: Pick<PasswordProofs, 'read'>,
): Visitor {
  const passwordHash = options?.passwordHash ?? null;
  if (passwordHash === null) return visitor;
  const prefix = `${proofParameter}=`;
  const part = visitor.query.split('&').find((one) => one.startsWith(prefix));
  if (part === undefined) return visitor;
  const { userAgent } = visitor;
  const referrer = proofs.read({ linkId: id, passwordHash, userAgent }, part.slice(prefix.length));
  const query = withoutProof(visitor.query);
  return referrer === null
    ? { ...visitor, query }
    : { ...visitor, query, referrer, isTrusted: true };
}
