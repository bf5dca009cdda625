import type { Answer, Front } from '#adapters/http/front';
import {
  close,
  type Connection,
  drain,
  endSoon,
  fail,
  finish,
  hear,
  openConnection,
} from './connection.ts';
import { loopback, type Relays, relays } from './relay.ts';

export type HttpServer = {
  readonly port: number;
  /** Who is at the other end of a request's connection; null once it is gone. */
  requestIP(request: Request): { readonly address: string } | null;
  /** How long a request's connection may be silent, in seconds; 0: as long as it likes. */
  timeout(request: Request, seconds: number): void;
  /** Takes no more and resolves when all is answered; `byForce`: at once, answered or not. */
  stop(byForce?: boolean): Promise<void>;
};

export type ServeOptions = {
  readonly hostname: string;
  /** 0: one that is free. */
  readonly port: number;
  readonly front: Front;
  /** Answers a defect. */
  readonly error: (error: Error) => Response;
};

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
 * Listens for clients. A plain visit to a known link is read and answered from the bytes
 * themselves, which spares a Request and a Response; all else goes on, byte by byte, to a
 * `Bun.serve` of our own on the loopback.
 * @throws CannotListen
 */
export function serveHttp({ hostname, port, front, error }: ServeOptions): HttpServer {
  const behind = serveBehind(front.answer, error);
  const connections = new Set<Connection>();
  const allGone = Promise.withResolvers<void>();
  let isStopping = false;
  const ports = {
    ...front,
    relays: behind.relays,
    fail: (defect: unknown) =>
      void error(defect instanceof Error ? defect : new Error(String(defect))),
  };
  const listener = listen(hostname, port, {
    open(socket) {
      socket.data = openConnection(socket, ports);
      connections.add(socket.data);
    },
    data: ({ data }, bytes) => hear(data, bytes),
    drain: ({ data }) => drain(data),
    end: ({ data }) => finish(data),
    close({ data }) {
      connections.delete(data);
      close(data);
      if (isStopping && connections.size === 0) allGone.resolve();
    },
    timeout: (socket) => void socket.end(),
    error: ({ data }, defect) => fail(data, defect),
  });

  return {
    port: listener.port,
    requestIP: behind.requestIP,
    timeout: (request, seconds) => behind.server.timeout(request, seconds),
    async stop(byForce = false) {
      isStopping = true;
      listener.stop(byForce);
      for (const connection of connections) endSoon(connection);
      await behind.server.stop(byForce);
      if (connections.size > 0) await allGone.promise;
    },
  };
}

function listen(hostname: string, port: number, socket: Bun.SocketHandler<Connection>) {
  try {
    return Bun.listen<Connection>({
      hostname,
      port,
      exclusive: true,
      allowHalfOpen: true,
      socket,
    });
  } catch (error) {
    throw new CannotListen(hostname, port, error);
  }
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return reasons.get(code) ?? String(cause);
}

type Behind = {
  readonly server: Bun.Server<undefined>;
  readonly relays: Relays;
  readonly requestIP: HttpServer['requestIP'];
};

function serveBehind(answer: Answer, error: ServeOptions['error']): Behind {
  const requestIP: Behind['requestIP'] = (request) => {
    const peer = server.requestIP(request);
    const address = peer === null ? null : clients.addressAt(peer.port);
    return address === null ? null : { address };
  };
  const server = Bun.serve({
    hostname: loopback,
    port: 0,
    // In development Bun would answer a defect with a page of our source.
    development: false,
    error,
    fetch: (request) => answer(request, { requestIP }),
  });
  const clients = relays(server.port ?? 0);
  return { server, relays: clients, requestIP };
}
