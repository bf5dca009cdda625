import type { User } from '#core/accounts/user';
import type { SharedReport } from '#core/shared-reports/ports';
import type { Visit } from '#core/shared-reports/public-reports';
import type { ViewCounter } from '#core/shared-reports/views';
import { pageCookie } from '#adapters/http/cookies/page-cookie';
import { domainOf } from '#adapters/http/frame/caller';
import { addressNetwork } from '#adapters/http/frame/client-address';

/** How visitors of shared reports are distinguished. */
export type VisitorsSite = {
  /** Counts the views. */
  readonly views: Pick<ViewCounter, 'note'>;
  /** The digest of a request's session; null when it has none. */
  readonly sidOf: (request: Request) => string | null;
  /** The person of a request's session; null when it has no valid one. */
  readonly personOf: (request: Request) => Promise<Pick<User, 'id'> | null>;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  readonly appUrl: string;
};

type Call = { readonly params: { readonly token: string }; readonly request: Request };

/** The cookie of a report's password, on the host of the request. */
export function cookieAt({ appUrl }: Pick<VisitorsSite, 'appUrl'>, request: Request) {
  return pageCookie(domainOf(request)?.origin ?? appUrl);
}

export function visitOf(site: VisitorsSite, { params, request }: Call): Visit {
  return {
    token: params.token,
    hostOwner: domainOf(request)?.userId ?? null,
    previewer: null,
    proof: cookieAt(site, request).read(request),
  };
}

export type LookingCall = Call & { readonly query: { readonly preview?: string | undefined } };

/**
 * A visit that may be its owner's preview. The session counts for that alone, and only on the
 * application's own host.
 */
export async function lookOf(site: VisitorsSite, call: LookingCall): Promise<Visit> {
  const visit = visitOf(site, call);
  if (call.query.preview !== 'true' || visit.hostOwner !== null) return visit;
  return { ...visit, previewer: (await site.personOf(call.request))?.id ?? null };
}

/** Of a user agent, in UTF-16 units. It bounds what the counter of views remembers. */
const agentLength = 200;

/** Counts a view. Browsers of one network that name themselves alike are one visitor. */
export function noteView(
  { views, sidOf, addressOf }: VisitorsSite,
  { id }: SharedReport,
  request: Request,
): void {
  const agent = (request.headers.get('user-agent') ?? '').slice(0, agentLength);
  views.note(
    { reportId: id, sid: sidOf(request) },
    `${addressNetwork(addressOf(request))} ${agent}`,
  );
}
