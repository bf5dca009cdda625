import { type AnswerEnd, answerEnd } from './answer-end.ts';
import { type Outlet, outlet } from './outlet.ts';

/** The client whose requests are relayed. */
export type RelayClient = {
  /** Its address, which the server behind is told. */
  readonly address: string;
  /** Takes bytes of an answer; false: no more before the relay hears `goOn`. */
  take(bytes: Buffer): boolean;
  /** What was asked is answered, whole. */
  answered(): void;
  /** Nothing tells where the answer to what was asked ends. */
  lost(): void;
  /** The relay takes more of what the client says. */
  drained(): void;
  /** The connection is over; `unanswered`: nothing was said to what may well be asked again. */
  ended(because: 'closed' | 'unanswered'): void;
  /** Hears of a defect of ours. */
  fail(defect: unknown): void;
};

/**
 * One client's connection to the server behind. What takes bytes says false when it wants no more
 * before the client hears `drained`.
 */
export type Relay = {
  /** Hands on one whole request while no other is under way; the client hears of its answer's end. */
  ask(request: Buffer, method: string): boolean;
  /** Hands on whatever it is. */
  pass(bytes: Buffer): boolean;
  /** The client has taken all that it was given. */
  goOn(): void;
  /** The client has ended. The server behind gets all that it said, and then hears of the end. */
  finish(): void;
};

/** Connections to the server behind, which knows the clients by their ports on this side. */
export type Relays = {
  /** The client's address behind a port of ours; null when it is none of ours. */
  addressAt(port: number): string | null;
  open(client: RelayClient): Relay;
};

/** Where the server behind is. */
export const loopback = '127.0.0.1';

type Opened = {
  readonly socket: Bun.Socket;
  /** On this side. */
  readonly port: number;
  readonly outlet: Outlet;
};

/** The other side of a relay. */
type Upstream = {
  readonly client: RelayClient;
  /** Null until there is a connection. */
  opened: Opened | null;
  /** What is to be said as soon as there is one. */
  early: Buffer[];
  /** Of what was asked; null when nothing was, or the end of its answer is lost. */
  watch: AnswerEnd | null;
  /** No answer is due. */
  isIdle: boolean;
  /** The method of what was asked, until something is said to it. */
  asked: string | null;
  isFinishing: boolean;
  hasEnded: boolean;
};

/** Sooner than the server behind ends an idle connection, so that no request meets its end. */
const idleSeconds = 4;

/** `port`: the server's. */
export function relays(port: number): Relays {
  const addresses = new Map<number, string>();

  return {
    addressAt: (clientPort) => addresses.get(clientPort) ?? null,
    open(client) {
      const upstream = newUpstream(client);
      const socket = handlers(upstream, addresses);
      const connecting = Bun.connect({ hostname: loopback, port, socket });
      connecting.catch(() => end(upstream));
      return relayTo(upstream);
    },
  };
}

function newUpstream(client: RelayClient): Upstream {
  return {
    client,
    opened: null,
    early: [],
    watch: null,
    isIdle: true,
    asked: null,
    isFinishing: false,
    hasEnded: false,
  };
}

function relayTo(upstream: Upstream): Relay {
  return {
    ask(request, method) {
      upstream.watch = answerEnd(method);
      upstream.asked = method;
      return send(upstream, request);
    },
    pass(bytes) {
      upstream.watch = null;
      return send(upstream, bytes);
    },
    goOn: () => upstream.opened?.socket.resume(),
    finish() {
      upstream.isFinishing = true;
      if (upstream.opened?.outlet.isFull() === false) upstream.opened.socket.shutdown();
    },
  };
}

function send(upstream: Upstream, bytes: Buffer): boolean {
  const { opened, early } = upstream;
  upstream.isIdle = false;
  if (opened === null) {
    early.push(bytes);
    return false;
  }
  opened.socket.timeout(0);
  return opened.outlet.write(bytes);
}

function handlers(
  upstream: Upstream,
  addresses: Map<number, string>,
): Bun.SocketHandler<undefined> {
  const { client } = upstream;
  return {
    open(socket) {
      const opened = { socket, port: socket.localPort, outlet: outlet(socket) };
      addresses.set(opened.port, client.address);
      upstream.opened = opened;
      const isTaken = opened.outlet.write(Buffer.concat(upstream.early));
      upstream.early = [];
      if (isTaken) drained(upstream, opened);
    },
    data: (socket, bytes) => hear(upstream, socket, bytes),
    drain() {
      const { opened } = upstream;
      if (opened?.outlet.isFull() === true && opened.outlet.drain()) drained(upstream, opened);
    },
    timeout(socket) {
      end(upstream);
      socket.end();
    },
    close() {
      if (upstream.opened !== null) addresses.delete(upstream.opened.port);
      end(upstream);
    },
    error(socket, defect) {
      client.fail(defect);
      socket.terminate();
    },
  };
}

function hear(upstream: Upstream, socket: Bun.Socket, bytes: Buffer): void {
  const { client, watch } = upstream;
  // Nothing was asked: whatever this is, it must not pass for the next answer.
  if (upstream.isIdle) return socket.terminate();
  upstream.asked = null;
  if (!client.take(bytes)) socket.pause();
  const verdict = watch?.(bytes) ?? 'more';
  if (verdict === 'more') return;
  upstream.watch = null;
  if (verdict === 'unclear') return client.lost();
  upstream.isIdle = true;
  socket.timeout(idleSeconds);
  client.answered();
}

function drained({ isFinishing, client }: Upstream, { socket }: Opened): void {
  if (isFinishing) socket.shutdown();
  else client.drained();
}

function end(upstream: Upstream): void {
  if (upstream.hasEnded) return;
  upstream.hasEnded = true;
  const { client, opened, asked } = upstream;
  const isRepeatable = opened === null || asked === 'GET' || asked === 'HEAD';
  client.ended(isRepeatable ? 'unanswered' : 'closed');
}
