/** The part of `Bun.serve` that knows requests' connections. */
export type Connections = {
  /** The remote end of a request's connection; null once it is closed. */
  requestIP(request: Request): { readonly address: string } | null;
  /** How long a request's connection may be idle, in seconds; 0: without a limit. */
  timeout(request: Request, seconds: number): void;
};

/** A custom domain of an account. */
export type CallersDomain = {
  /** The account that has proven it. */
  readonly userId: string;
  readonly origin: string;
};

/** The client of a request, and its connection. */
export type Caller = {
  /** The client's address as `clientAddress` reads it; empty when unknown. */
  readonly address: string;
  /** Replaces the idle limit of the connection, in seconds; 0: without a limit. */
  readonly keepOpen: (seconds: number) => void;
  /** The custom domain to which the request was sent; null: one of the instance's own hosts. */
  readonly domain: CallersDomain | null;
};

const callers = new WeakMap<Request, Caller>();

/**
 * Stores the caller of a request for the routes. The server knows a connection only by the request
 * object that it created, and routes may get a copy.
 */
export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** Makes a request within another one have its caller. */
export function setCallerAs(inner: Request, outer: Request): void {
  const caller = callers.get(outer);
  if (caller) callers.set(inner, caller);
}

/** The client's network address, read as for redirects; empty when unknown. */
export function addressOf(request: Request): string {
  return callers.get(request)?.address ?? '';
}

/** The custom domain to which a request was sent; null: one of the instance's own hosts. */
export function domainOf(request: Request): CallersDomain | null {
  return callers.get(request)?.domain ?? null;
}

/**
 * Replaces the idle limit of a request's connection, also for its later requests, by this many
 * seconds; 0: no limit.
 */
export function keepOpen(request: Request, seconds = 0): void {
  callers.get(request)?.keepOpen(seconds);
}
