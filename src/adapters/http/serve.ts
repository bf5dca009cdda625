import type { Connections } from './frame/caller.ts';

export type HttpServer = {
  readonly port: number;
  /**
   * Accepts no more requests and resolves when all are answered; `byForce`: at once, answered or
   * not.
   */
  stop(byForce?: boolean): Promise<void>;
};

export type ServeOptions = {
  readonly hostname: string;
  /** 0: the system chooses a free port. */
  readonly port: number;
  readonly answer: (request: Request, connections: Connections) => Response | Promise<Response>;
  /** Answers a defect. */
  readonly error: (error: Error) => Response;
};

/**
 * Idle limit of a connection in seconds, without a byte in either direction; `keepOpen` changes it
 * for one.
 */
const idleTimeout = 10;
/** More than every route reads; the routes' own limits are smaller and answer with a problem. */
const maxRequestBodySize = 33 * 2 ** 20;

/** The configured address is not available. */
export class CannotListen extends Error {
  constructor(hostname: string, port: number, cause: unknown) {
    super(`HOST ${hostname} and PORT ${port}: ${reasonOf(cause)}`, { cause });
    this.name = 'CannotListen';
  }
}

const reasons = new Map<unknown, string>([
  [
    'EADDRINUSE',
    'another Waypost or another program listens there (`ss -ltnp` names it): stop it, or set another PORT',
  ],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EACCES', 'the system does not allow this user to listen there'],
]);

/**
 * Listens for clients. Answers 400 to repeated Host headers: Bun would take the first, and a proxy
 * in front perhaps another. Bun decides the rest: it prefers the Host header to a host in the
 * request line. It answers 400 when HTTP/1.1 has no Host, 431 when headers are longer than
 * `largestHeaderBytes`, 413 when a body is longer than all routes read, 505 to versions other than
 * 1.0 and 1.1. It closes the connection at an unknown method, and when a client sends its next
 * request before a response that is not ready at once.
 * @throws CannotListen
 */
export function serveHttp({ hostname, port, answer, error }: ServeOptions): HttpServer {
  try {
    const server = Bun.serve({
      hostname,
      port,
      idleTimeout,
      maxRequestBodySize,
      error,
      // In development mode Bun would answer a defect with a page of our source.
      development: false,
      // Without this, `development: false` lets a second process listen on the same port, and the
      // system would divide the visits between both.
      reusePort: false,
      fetch: (request, connections) =>
        hasRepeatedHost(request)
          ? new Response(null, { status: 400 })
          : answer(request, connections),
    });
    return {
      port: server.port ?? port,
      stop: (byForce) => server.stop(byForce),
    };
  } catch (cause) {
    throw new CannotListen(hostname, port, cause);
  }
}

/** Bun joins repeated headers by a comma, which no host contains. */
function hasRepeatedHost({ headers }: Request): boolean {
  return headers.get('host')?.includes(',') === true;
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return reasons.get(code) ?? String(cause);
}
