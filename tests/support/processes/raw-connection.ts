import { connect } from 'node:net';

/** A client that sends and receives raw bytes. */
export type RawConnection = {
  say(bytes: string | Uint8Array): void;
  /** All received text, as soon as it is enough; throws when the connection ends before. */
  receive(isEnough: (received: string) => boolean): Promise<string>;
  /** All received text when the other side has ended. */
  whole(): Promise<string>;
  /** Sends no more but still receives. */
  finish(): void;
  /** Closes the connection at once with a reset. */
  reset(): void;
  pause(): void;
  resume(): void;
};

/** Connects to a server of this machine; `from`: from another loopback address. */
export function rawConnection(port: number, from = '127.0.0.1'): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  const ended = Promise.withResolvers<void>();
  let received = '';
  let isOver = false;
  let wake = Promise.withResolvers<void>();
  const post = (): void => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const end = (): void => {
    isOver = true;
    ended.resolve();
    post();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    received += String(text);
    post();
  });
  socket.on('end', end);
  socket.on('close', end);
  socket.on('error', end);

  return {
    say: (bytes) => void socket.write(bytes),
    async receive(isEnough) {
      while (!isEnough(received)) {
        if (isOver) throw new Error(`The other side ended after: ${received.slice(-500)}`);
        await wake.promise;
      }
      return received;
    },
    async whole() {
      await ended.promise;
      socket.destroy();
      return received;
    },
    finish: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
  };
}
