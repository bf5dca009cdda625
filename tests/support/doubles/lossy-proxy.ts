import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What happens to an insert on its way. Other requests pass. */
export type Fate = 'pass' | 'lose the answer' | 'lose the request' | 'hang';

/** An HTTP proxy in front of a ClickHouse that treats inserts as `fateOf` says. */
export async function lossyProxy(target: string, fateOf: () => Fate) {
  const server = createServer((request, response) => void forward(request, response));
  const hanging = new Set<ServerResponse>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '/', target);
    const isInsert = searchParams.get('query')?.startsWith('INSERT INTO clicks ');
    const fate = isInsert ? fateOf() : 'pass';
    if (fate === 'hang') return void hanging.add(response);
    if (fate === 'lose the request') return void request.socket.destroy();

    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece);
    const { host: _host, 'transfer-encoding': _chunked, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(pieces.length > 0 && { body: Buffer.concat(pieces) }),
      decompress: false,
    });
    const body = new Uint8Array(await answer.arrayBuffer());
    if (fate === 'lose the answer') return void request.socket.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
  }

  return {
    port: address.port,
    close: () => {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
