import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { answerFailure, answerStatement } from './answer.ts';
import { admit, type Access } from './access.ts';
import { ANALYSTS } from './analysts.ts';
import { readBody } from './body.ts';
import type { Engine } from './engine.ts';
import { execute } from './execute.ts';
import { clickHouseFailure } from './failure.ts';
import { lane, type Lane } from './lanes.ts';
import { readRequest } from './request.ts';

/** Limits of one server: running and waiting statements, bytes of one body and of all. */
const SERVER_LIMITS = {
  sessions: 4,
  analysts: 2,
  waiting: 224,
  bodyBytes: 64 * 1024 * 1024,
  heldBytes: 256 * 1024 * 1024,
  idleSeconds: 60,
  addressBytes: 1024 * 1024,
} as const;

/** The drain's requests carry `X-Waypost-Lane: drain`: they never wait behind other requests. */
const LANE_HEADER = 'x-waypost-lane';

export interface ClickHouseServer {
  readonly port: number;
  /** Refuses new requests, and resolves when running ones are answered. */
  stop(): Promise<void>;
}

/**
 * Serves the engine through ClickHouse's HTTP interface on the loopback address.
 * @param port 0 for a free one
 * @throws when the port is taken
 */
export function serveClickHouse(options: {
  readonly engine: Engine;
  readonly access: Access;
  readonly port: number;
}): ClickHouseServer {
  // Statements and their parameters may be in the URL, as in ClickHouse.
  Object.assign(http, { maxHeaderSize: SERVER_LIMITS.addressBytes });
  const answer = statements(options.engine, options.access);
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: options.port,
    idleTimeout: SERVER_LIMITS.idleSeconds,
    maxRequestBodySize: SERVER_LIMITS.bodyBytes,
    fetch: (request, self) => answer(request, () => self.timeout(request, 0)),
  });
  return { port: server.port ?? options.port, stop: () => server.stop() };
}

function statements(engine: Engine, access: Access) {
  const run = execute(engine);
  const lanes = {
    drain: lane({ width: 1, waiting: 16 }),
    analysts: lane({ width: SERVER_LIMITS.analysts, waiting: 16 }),
    usual: lane({ width: SERVER_LIMITS.sessions, waiting: SERVER_LIMITS.waiting }),
  };
  let heldBytes = 0;
  /**
   * Cancels running requests, by the statement's id. A request is in the map as soon as it was
   * read.
   */
  const cancels = new Map<string, AbortController>();

  return async (request: Request, waitForEver: () => void): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const queryId = searchParams.get('query_id') ?? undefined;
    const id = request.headers.get(ANALYSTS.statementHeader) ?? randomUUID();
    const cancel = new AbortController();
    let bodyBytes = 0;
    try {
      const isBare = pathname === '/' && request.method === 'GET' && !searchParams.has('query');
      if (pathname === '/ping' || isBare) return new Response('Ok.\n');
      if (pathname !== '/' && pathname !== '/cancel') {
        return new Response('There is no such path\n', { status: 404 });
      }
      admit(request.headers, access);
      if (pathname === '/cancel') {
        cancels.get(searchParams.get('statement') ?? '')?.abort();
        return new Response('Ok.\n');
      }
      cancels.set(id, cancel);
      const body = await readBody(request, SERVER_LIMITS.bodyBytes);
      waitForEver();
      bodyBytes = body.length;
      heldBytes += bodyBytes;
      if (heldBytes > SERVER_LIMITS.heldBytes) {
        throw clickHouseFailure(202, 'The bodies of waiting statements hold too much memory');
      }
      const statement = await readRequest(request, body);
      const place = statement.analyst === undefined ? laneOf(request, lanes) : lanes.analysts;
      const signal = AbortSignal.any([request.signal, cancel.signal]);
      return await answerStatement(await run(statement, { lane: place, signal }), statement);
    } catch (thrown) {
      return answerFailure(thrown, queryId);
    } finally {
      heldBytes -= bodyBytes;
      cancels.delete(id);
    }
  };
}

function laneOf(request: Request, lanes: { drain: Lane; usual: Lane }): Lane {
  return request.headers.get(LANE_HEADER) === 'drain' ? lanes.drain : lanes.usual;
}
