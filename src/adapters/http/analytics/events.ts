import { openEvents } from '#contract/analytics/live';
import type { LiveStream, LiveUpdate } from '#core/live/open-pages';
import { secondMs } from '#core/shared/time';
import { type Mountable, on } from '#adapters/http/frame/on';
import { bearerOf } from '#adapters/http/sign-in/keyed';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

/** The open pages of this instance. */
export type OpenPages = {
  /** Adds an open page of the session or the key with this text; returns a function that removes it. */
  openPage(token: string, page: Omit<LiveStream, 'sid'>): () => void;
  /** The mark of an account's numbers and links; null when it cannot be read. */
  markFor(userId: string): Promise<string | null>;
  /** Removes the idle limit of a request's connection. */
  keepOpen(request: Request): void;
};

/** Short enough that proxies and Bun do not close the connection as idle. */
const heartbeatMs = 15 * secondMs;
/** Time after which a browser reconnects. */
const retryMs = 3 * secondMs;
/** A client with this many unread events counts as disconnected. */
const mostUntaken = 64;

/** Live updates of an open page, as server-sent events. */
export function eventRoutes(
  pages: Pick<OpenPages, 'openPage' | 'keepOpen'>,
  session: Pick<SignedInPorts, 'cookie'>,
): Mountable[] {
  return [
    on(openEvents, async ({ caller: { id: userId }, request }) => {
      const key = bearerOf(request);
      const token = key ?? sessionToken(session, request);
      const stream = eventStream((page) =>
        pages.openPage(token, { ...(key === null ? page : withoutNotices(page)), userId }),
      );
      pages.keepOpen(request);
      return new Response(stream, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
      });
    }),
  ];
}

type Page = Pick<LiveStream, 'send' | 'end'>;

/** Notices are of the account, which the stream's scope does not open. */
function withoutNotices({ send, end }: Page): Page {
  return { end, send: (update) => (update.kind === 'notices' ? undefined : send(update)) };
}

/** A page's stream, until either side ends it. `open` may refuse. */
function eventStream(open: (page: Page) => () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const leave = open({ send: (update) => write(eventText(update)), end });
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);

  return new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started;
        write(`retry: ${retryMs}\n\n`);
      },
      cancel: stop,
    },
    { highWaterMark: mostUntaken },
  );

  function write(text: string): void {
    if (controller === null) return;
    if ((controller.desiredSize ?? 0) <= 0) return end();
    controller.enqueue(encoder.encode(text));
  }

  function end(): void {
    const ended = controller;
    stop();
    ended?.close();
  }

  function stop(): void {
    controller = null;
    clearInterval(heartbeat);
    leave();
  }
}

function eventText({ kind, ...data }: LiveUpdate): string {
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
