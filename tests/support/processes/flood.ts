import { connect, type Socket } from 'node:net';

/** Many open connections to one port of this machine. */
export type Flood = {
  /** How many were answered, at least in part. */
  answered(): number;
  /** How many the other side has closed. */
  ended(): number;
  end(): void;
};

/** Opens this many connections, a few at a time, and sends the same on each. */
export async function flood(
  port: number,
  { connections, say }: { connections: number; say: string },
): Promise<Flood> {
  const sockets: Socket[] = [];
  let [answered, ended] = [0, 0];
  for (let index = 0; index < connections; index++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(say));
    socket.once('data', () => (answered += 1));
    socket.once('close', () => (ended += 1));
    socket.on('error', () => socket.destroy());
    sockets.push(socket);
    if (index % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    answered: () => answered,
    ended: () => ended,
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
