import type { Visit } from '#core/redirect/visit-link';
import type { RedirectAnswers } from '#adapters/http/redirect-answer';
import type { Asker } from '#adapters/http/visit-turn';
import { type Outlet, outlet } from './outlet.ts';
import { mayBecomePlain, type PlainRequest, readPlainRequest } from './plain-request.ts';
import type { Relay, RelayClient, Relays } from './relay.ts';

export type ConnectionPorts = {
  /** Takes a visit to a known link; false: it is none, and `asker` will not hear of it. */
  readonly follow: (request: PlainRequest, address: string, asker: Asker) => boolean;
  readonly redirect: Pick<RedirectAnswers, 'text'>;
  readonly relays: Relays;
  /** Hears of a defect. */
  readonly fail: (defect: unknown) => void;
};

/** One client's connection. */
export type Connection = {
  readonly socket: Bun.Socket<Connection>;
  readonly ports: ConnectionPorts;
  readonly address: string;
  readonly toClient: Outlet;
  /** Hears what the visit under way came to. */
  readonly asker: Asker;
  /**
   * `direct` while the next bytes begin a request, `waiting` while the answer to one is due, and
   * `relayed` from when nothing tells any longer where requests and answers end.
   */
  phase: 'direct' | 'waiting' | 'relayed';
  /** Null while the server behind has nothing to do with it. */
  relay: Relay | null;
  isRelayFull: boolean;
  /** The request whose visit is being decided; null when there is none. */
  visit: Buffer | null;
  /** What the client has said that waits: for an answer before it, or for its own end. */
  early: Buffer | null;
  /** In how many pieces the request has come so far that is not yet whole. */
  pieces: number;
  isPaused: boolean;
  /** No answer follows the one that is due. */
  isLast: boolean;
  /** The client says no more, though it may still listen. */
  hasFinished: boolean;
  isGone: boolean;
};

/** How long a connection may say nothing, or take nothing, and how long a request's head may take. */
const idleSeconds = 10;
/** Who takes more pieces for one request is left to the server behind. */
const maxPieces = 8;
const lastWords = {
  defect: 'HTTP/1.1 500 Internal Server Error\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  unanswered:
    'HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
};

export function openConnection(socket: Bun.Socket<Connection>, ports: ConnectionPorts): Connection {
  const connection: Connection = {
    socket,
    ports,
    address: socket.remoteAddress,
    toClient: outlet(socket),
    asker: {
      answer: (decided, cookie) => answerVisit(connection, decided, cookie),
      fail(defect) {
        ports.fail(defect);
        if (!connection.isGone) endWith(connection, lastWords.defect);
      },
    },
    phase: 'direct',
    relay: null,
    isRelayFull: false,
    visit: null,
    early: null,
    pieces: 0,
    isPaused: false,
    isLast: false,
    hasFinished: false,
    isGone: false,
  };
  socket.timeout(idleSeconds);
  return connection;
}

/** The client said something. */
export function hear(connection: Connection, bytes: Buffer): void {
  const { phase, early, toClient, isLast } = connection;
  if (phase === 'relayed') pass(connection, bytes);
  else if (phase === 'direct' && isLast) return;
  else {
    connection.early = early === null ? bytes : Buffer.concat([early, bytes]);
    if (phase === 'direct' && !toClient.isFull()) begin(connection);
  }
  settle(connection);
}

/** The socket takes more. */
export function drain(connection: Connection): void {
  const { socket, toClient, phase, relay } = connection;
  if (!toClient.isFull()) return;
  if (!toClient.drain()) return socket.timeout(idleSeconds);
  if (phase === 'direct') return next(connection);
  socket.timeout(0);
  relay?.goOn();
}

/** The client says no more. */
export function finish(connection: Connection): void {
  connection.hasFinished = true;
  if (connection.phase === 'direct') endWhenTaken(connection);
  else if (connection.visit === null) connection.relay?.finish();
}

/** Something of ours failed, so that nobody knows where this connection stands. */
export function fail({ socket, ports }: Connection, defect: unknown): void {
  ports.fail(defect);
  socket.terminate();
}

/** The client is gone. */
export function close(connection: Connection): void {
  connection.isGone = true;
  connection.relay?.goOn();
  connection.relay?.finish();
}

/** Ends with the answer that is due, at once when there is none. */
export function endSoon(connection: Connection): void {
  if (connection.phase === 'direct') endWhenTaken(connection);
  else connection.isLast = true;
}

/** Reads on exactly while there is room for what comes. */
function settle(connection: Connection): void {
  const { socket, phase, early, toClient, isRelayFull, isPaused } = connection;
  const isBehind = phase === 'waiting' ? early !== null : phase === 'direct' && toClient.isFull();
  const mustWait = isBehind || isRelayFull;
  if (mustWait === isPaused) return;
  connection.isPaused = mustWait;
  if (mustWait) socket.pause();
  else socket.resume();
}

/** Takes up what the client has said. */
function begin(connection: Connection): void {
  const { ports, address, asker, early } = connection;
  if (early === null) return;
  const request = readPlainRequest(early);
  if (request === null) return beginOdd(connection, early);

  const { length, method } = request;
  const isAlone = early.length === length;
  const whole = isAlone ? early : early.subarray(0, length);
  connection.early = isAlone ? null : early.subarray(length);
  connection.pieces = 0;
  connection.isLast ||= request.isLast;
  connection.phase = 'waiting';
  if (ports.follow(request, address, asker)) connection.visit = whole;
  else ask(connection, whole, method);
}

/** Waits for the rest of a request, for a while; whatever is none is for the server behind. */
function beginOdd(connection: Connection, bytes: Buffer): void {
  connection.pieces += 1;
  if (connection.pieces > maxPieces || !mayBecomePlain(bytes)) {
    connection.early = null;
    return pass(connection, bytes);
  }
  if (connection.hasFinished) return endWhenTaken(connection);
  if (connection.pieces === 1) connection.socket.timeout(idleSeconds);
}

function answerVisit(connection: Connection, decided: Visit, cookie: string): void {
  const { ports, socket, toClient, visit } = connection;
  if (connection.isGone || visit === null) return;
  if (decided.kind === 'redirect') {
    if (!toClient.write(ports.redirect.text(decided.destination, cookie))) {
      socket.timeout(idleSeconds);
    }
    return next(connection);
  }
  // The server behind has a page for whatever is no redirect.
  connection.visit = null;
  ask(connection, visit, 'GET');
  settle(connection);
}

/** The answer that was due has been given, or what was given has been taken. */
function next(connection: Connection): void {
  const { socket, toClient } = connection;
  connection.phase = 'direct';
  connection.visit = null;
  const isOver = connection.hasFinished && connection.early === null;
  if (connection.isLast || isOver) return endWhenTaken(connection);
  if (!toClient.isFull()) {
    socket.timeout(idleSeconds);
    begin(connection);
  }
  settle(connection);
}

function ask(connection: Connection, request: Buffer, method: string): void {
  relayOn(connection, (relay) => relay.ask(request, method));
}

function pass(connection: Connection, bytes: Buffer): void {
  connection.phase = 'relayed';
  relayOn(connection, (relay) => relay.pass(bytes));
}

function relayOn(connection: Connection, hand: (relay: Relay) => boolean): void {
  const { socket, ports, toClient, hasFinished } = connection;
  if (!toClient.isFull()) socket.timeout(0);
  const relay = connection.relay ?? ports.relays.open(relayClient(connection));
  connection.relay = relay;
  connection.isRelayFull = !hand(relay);
  if (hasFinished) relay.finish();
}

function relayClient(connection: Connection): RelayClient {
  const { address, socket, toClient, ports } = connection;
  return {
    address,
    fail: ports.fail,
    take(bytes) {
      if (connection.isGone || toClient.write(bytes)) return true;
      socket.timeout(idleSeconds);
      return false;
    },
    answered: () => next(connection),
    lost() {
      const { early } = connection;
      connection.early = null;
      connection.phase = 'relayed';
      if (early !== null) pass(connection, early);
      settle(connection);
    },
    drained() {
      connection.isRelayFull = false;
      settle(connection);
    },
    ended(because) {
      connection.relay = null;
      connection.isRelayFull = false;
      if (connection.phase === 'direct' || connection.visit !== null) return settle(connection);
      if (because === 'unanswered' && !connection.hasFinished)
        endWith(connection, lastWords.unanswered);
      else endWhenTaken(connection);
    },
  };
}

function endWith(connection: Connection, words: string): void {
  connection.toClient.write(words);
  endWhenTaken(connection);
}

function endWhenTaken(connection: Connection): void {
  connection.phase = 'direct';
  connection.isLast = true;
  if (connection.toClient.isFull()) connection.socket.timeout(idleSeconds);
  else connection.socket.end();
}
