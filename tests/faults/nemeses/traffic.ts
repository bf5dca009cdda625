import { agents } from '#tests/support/visitor';

/** Visitors on connections of their own, each visit with a mark in its `utm_content`. */
export type Traffic = {
  readonly attempted: ReadonlySet<string>;
  readonly accepted: ReadonlySet<string>;
  /** Complete answers that were no redirect, by status. */
  readonly refused: ReadonlyMap<number, number>;
  /** Visits whose answer never arrived. */
  cutOff(): number;
  /** The slowest answers first, in milliseconds. */
  slowestMs(): number;
  /** Ends after the visits that are under way. */
  end(): Promise<void>;
};

type Options = {
  readonly port: number;
  readonly codes: readonly string[];
  /** Unique among all traffic of one Waypost. */
  readonly name: string;
  readonly visitors: number;
  /** Between one visitor's visits; 0: the next one begins when the answer has arrived. */
  readonly pauseMs: number;
};

/** An answer that takes longer counts as cut off. */
const patienceMs = 20_000;
const retryAfterMs = 50;

/** Visits until `end`. A visitor without a connection attempts nothing. */
export function traffic({ port, codes, name, visitors, pauseMs }: Options): Traffic {
  const attempted = new Set<string>();
  const accepted = new Set<string>();
  const refused = new Map<number, number>();
  let isOver = false;
  let [cutOff, slowestMs, next] = [0, 0, 0];

  const visitor = async (): Promise<void> => {
    await Bun.sleep(Math.random() * pauseMs);
    while (!isOver) {
      const connection = await connectTo(port).catch(() => null);
      if (connection === null) await Bun.sleep(retryAfterMs);
      else await visits(connection);
    }
  };
  const visits = async (connection: Connection): Promise<void> => {
    // The other side may end it between two visits, for example when descriptors are scarce.
    while (!isOver && connection.isOpen()) {
      next += 1;
      const mark = `${name}.${next}`;
      const startedAt = performance.now();
      attempted.add(mark);
      const status = await connection.get(`/${codes[next % codes.length]}?utm_content=${mark}`);
      if (status === null) cutOff += 1;
      else slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (status === null) return;
      if (status === 302) accepted.add(mark);
      else refused.set(status, (refused.get(status) ?? 0) + 1);
      if (pauseMs > 0) await Bun.sleep(pauseMs);
    }
    connection.end();
  };

  const running = Promise.all(Array.from({ length: visitors }, visitor));
  return {
    attempted,
    accepted,
    refused,
    cutOff: () => cutOff,
    slowestMs: () => slowestMs,
    async end() {
      isOver = true;
      await running;
    },
  };
}

type Connection = {
  isOpen(): boolean;
  /** The status of the answer; null when the connection ended before. */
  get(path: string): Promise<number | null>;
  end(): void;
};

/** A connection without retries: each request is sent exactly once. */
async function connectTo(port: number): Promise<Connection> {
  let received = '';
  let answer: PromiseWithResolvers<number | null> | null = null;
  let isEnded = false;
  const over = (): void => {
    isEnded = true;
    answer?.resolve(null);
  };
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        received += bytes.toString('latin1');
        const status = statusOf(received);
        if (status === null) return;
        isEnded ||= /^connection: close/im.test(received);
        received = '';
        answer?.resolve(status);
      },
      close: over,
      error: over,
    },
  });
  return {
    isOpen: () => !isEnded,
    async get(path) {
      answer = Promise.withResolvers();
      const late = setTimeout(() => socket.terminate(), patienceMs);
      const said = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${agents.desktop}\r\n\r\n`;
      socket.write(said);
      const status = await answer.promise;
      clearTimeout(late);
      return status;
    },
    end: () => void socket.end(),
  };
}

/** The status of a complete answer; null while a part is missing. */
function statusOf(received: string): number | null {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = /^content-length: (\d+)$/im.exec(received.slice(0, head))?.[1] ?? '0';
  if (received.length < head + 4 + Number(length)) return null;
  return Number(received.slice(9, 12));
}
