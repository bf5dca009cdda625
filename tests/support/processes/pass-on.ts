// As a program it forwards out of its network: `pass-on.ts socket-file port`.
import { connect, createServer, type Socket } from 'node:net';

/** A port, or a socket file, which all networks of this machine share. */
type Place = { readonly port: number; readonly host: string } | { readonly path: string };

/** Forwards each connection from one place to the other; returns the port, if it is one. */
export async function passOn(from: Place, to: Place) {
  const open = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(to);
    open.add(here);
    here.on('close', () => void open.delete(here));
    here.on('error', () => there.destroy());
    there.on('error', () => here.destroy());
    here.pipe(there).pipe(here);
  });
  await new Promise<void>((resolve) => {
    server.listen(from, resolve);
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    close: () => server.close(),
    /** Closes, and ends the connections that are open. */
    cut() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

if (import.meta.main) {
  const [path = '', port] = process.argv.slice(2);
  await passOn({ path }, { port: Number(port), host: '127.0.0.1' });
}
