import { shopCertificate } from './shop-certificate.ts';

/** What a server on loopback was asked for. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A web server on loopback that answers by path, and notes each request. */
export function shopServer({ isSecure = false } = {}) {
  const asked: Asked[] = [];
  const answers = new Map<string, (request: Request) => Response | Promise<Response>>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...(isSecure && { tls: shopCertificate }),
    fetch(request) {
      const path = new URL(request.url).pathname;
      asked.push({ method: request.method, path, headers: request.headers.toJSON() });
      return answers.get(path)?.(request) ?? new Response('here');
    },
  });
  return {
    asked,
    port: Number(server.port),
    /** Answers a path from now on: a status, or a whole answer. Other paths answer 200. */
    answer(path: string, answer: number | ((request: Request) => Response | Promise<Response>)) {
      const make = typeof answer === 'number' ? () => new Response('', { status: answer }) : answer;
      answers.set(path, make);
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}
