import { createServer } from 'node:net';

/** A free port of 127.0.0.1: the preferred one if possible. */
export async function freePort(preferred = 0): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && preferred !== 0) resolve(freePort());
    else reject(error);
  });
  probe.listen(preferred, '127.0.0.1', () => {
    const address = probe.address();
    const port = typeof address === 'object' && address ? address.port : preferred;
    probe.close(() => resolve(port));
  });
  return promise;
}
