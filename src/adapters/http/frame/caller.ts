/** What `Bun.serve` knows of the connections that requests come by. */
export type Connections = {
  /** The other end of a request's connection; null once it is gone. */
  requestIP(request: Request): { readonly address: string } | null;
  /** How long a request's connection may be idle, in seconds; 0: without a limit. */
  timeout(request: Request, seconds: number): void;
};

/** Who makes a request, and by which connection. */
export type Caller = {
  /** The client's address as `clientAddress` reads it; empty when unknown. */
  readonly address: string;
  /** Lifts the limit for the connection's idle time. */
  readonly keepOpen: () => void;
};

const callers = new WeakMap<Request, Caller>();

/**
 * Notes the caller of a request for the routes. The server knows a connection only by the request
 * object that it has made itself, not by a copy, and routes may see a copy.
 */
export function comesFrom(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** Where a request comes from, as the redirects see it; empty when unknown. */
export function addressOf(request: Request): string {
  return callers.get(request)?.address ?? '';
}

/** Lets the connection of a request be idle without a limit. */
export function keepOpen(request: Request): void {
  callers.get(request)?.keepOpen();
}
