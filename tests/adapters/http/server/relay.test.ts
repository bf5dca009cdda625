import { expect, test } from 'bun:test';
import { loopback as hostname, type RelayClient, relays } from '#adapters/http/server/relay';

/** A client that notes what it is told. */
function listener() {
  const told: string[] = [];
  const end = Promise.withResolvers<void>();
  const client: RelayClient = {
    address: '203.0.113.7',
    take: (bytes) => {
      told.push(bytes.toString());
      return true;
    },
    answered: () => void told.push('answered'),
    lost: () => void told.push('lost'),
    drained: () => {},
    fail: (defect) => void told.push(String(defect)),
    ended: (because) => {
      told.push(because);
      end.resolve();
    },
  };
  return { client, told, ended: end.promise };
}

const answer = 'HTTP/1.1 204 No Content\r\n\r\n';

test('what a server says unasked is nobody’s answer', async () => {
  const sockets: Bun.Socket[] = [];
  await using server = speaking((socket) => {
    sockets.push(socket);
    socket.write(answer);
  });
  const { client, told, ended } = listener();
  const answered = (): void => {
    told.push('answered');
    sockets[0]?.write(answer);
  };

  const relay = relays(server.port).open({ ...client, answered });
  relay.ask(Buffer.from('a request'), 'GET');
  await ended;

  expect(told).toEqual([answer, 'answered', 'closed']);
});

test('a server that says more than its answer has lost its place', async () => {
  await using server = speaking((socket) => void socket.write(answer + answer));
  const { client, told } = listener();
  const lost = Promise.withResolvers<void>();

  const relay = relays(server.port).open({ ...client, lost: lost.resolve });
  relay.ask(Buffer.from('a request'), 'GET');
  await lost.promise;

  expect(told).toEqual([answer + answer]);
});

test('a server hears all that was said by who left before it was reached', async () => {
  const ended = Promise.withResolvers<void>();
  let heard = '';
  using server = Bun.listen({
    hostname,
    port: 0,
    socket: {
      data: (_, bytes) => void (heard += bytes.toString()),
      end: () => ended.resolve(),
    },
  });

  const relay = relays(server.port).open(listener().client);
  relay.ask(Buffer.from('a request'), 'POST');
  relay.pass(Buffer.from(' and more'));
  relay.finish();
  await ended.promise;

  expect(heard).toBe('a request and more');
});

test('a server that is not there is told of', async () => {
  const gone = speaking(() => {});
  await gone[Symbol.asyncDispose]();
  const { client, told, ended } = listener();

  const relay = relays(gone.port).open(client);
  expect(relay.ask(Buffer.from('a request'), 'GET')).toBe(false);
  await ended;

  expect(told).toEqual(['unanswered']);
});

/** A server that says something when it is spoken to. */
function speaking(speak: (socket: Bun.Socket) => void) {
  const server = Bun.listen({ hostname, port: 0, socket: { data: (socket) => speak(socket) } });
  return {
    port: server.port,
    async [Symbol.asyncDispose]() {
      server.stop(true);
    },
  };
}
