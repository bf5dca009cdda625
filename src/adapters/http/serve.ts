import type { Connections } from './frame/caller.ts';

export type HttpServer = {
  readonly port: number;
  /** Takes no more and resolves when all is answered; `byForce`: at once, answered or not. */
  stop(byForce?: boolean): Promise<void>;
};

export type ServeOptions = {
  readonly hostname: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly answer: (request: Request, connections: Connections) => Response | Promise<Response>;
  /** Answers a defect. */
  readonly error: (error: Error) => Response;
};

/** How long a connection may neither send nor take a byte, in seconds; `keepOpen` lifts it for one. */
const idleTimeout = 10;
/** More than any route reads; the routes' own limits are smaller and answer with a problem. */
const maxRequestBodySize = 16 * 2 ** 20;

/** The address that was asked for is not to be had. */
export class CannotListen extends Error {
  constructor(hostname: string, port: number, cause: unknown) {
    super(`HOST ${hostname} and PORT ${port}: ${reasonOf(cause)}`, { cause });
    this.name = 'CannotListen';
  }
}

const reasons = new Map<unknown, string>([
  ['EADDRINUSE', 'another program listens there; stop it, or name another PORT'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EACCES', 'the system does not allow this user to listen there'],
]);

/**
 * Listens for clients. What HTTP leaves open is left to Bun: it takes the first of repeated Host
 * headers, and prefers it to a host in the request line; answers 400 where HTTP/1.1 has no Host, 431
 * where headers are longer than `largestHeaderBytes`, 413 where a body is longer than any route
 * reads, 505 to other versions than 1.0 and 1.1; and closes the connection at a method that it does
 * not know, and where a client sends its next request before an answer that is not ready at once.
 * @throws CannotListen
 */
export function serveHttp({ hostname, port, answer, error }: ServeOptions): HttpServer {
  try {
    const server = Bun.serve({
      ...{ hostname, port, idleTimeout, maxRequestBodySize, error },
      // In development Bun would answer a defect with a page of our source.
      development: false,
      fetch: answer,
    });
    return {
      port: server.port ?? port,
      stop: (byForce) => server.stop(byForce),
    };
  } catch (cause) {
    throw new CannotListen(hostname, port, cause);
  }
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return reasons.get(code) ?? String(cause);
}
