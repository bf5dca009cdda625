import type { Account, Actor } from '#core/accounts/audit';

/** Who makes a request, and whose account it concerns. */
export type RequestSubject = { readonly actor: Actor; readonly account: Account };

const nobody: RequestSubject = { actor: 'nobody', account: { kind: 'unknown' } };
const subjects = new WeakMap<Request, RequestSubject>();

/** Sets, for the audit trail, who makes the request, as soon as that is known. */
export function setActor(request: Request, actor: 'session' | 'key', userId: string): void {
  subjects.set(request, { actor, account: { kind: 'known', userId } });
}

/** Sets, for the audit trail, the account that a request without a session concerns. */
export function setAccount(request: Request, account: Account): void {
  subjects.set(request, { actor: 'nobody', account });
}

export function subjectOf(request: Request): RequestSubject {
  return subjects.get(request) ?? nobody;
}

const details = new WeakMap<Request, string>();

/** Sets, for the audit trail, what exactly the request does. */
export function setDetail(request: Request, detail: string): void {
  details.set(request, detail);
}

/** What exactly the request does; null when its route alone says it. */
export function detailOf(request: Request): string | null {
  return details.get(request) ?? null;
}
