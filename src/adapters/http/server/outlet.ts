/** As much of a socket as it takes to write to it. */
export type Writable = { write(bytes: string | Uint8Array): number };

/** What is written to a socket, in order, whether it takes it at once or not. */
export type Outlet = {
  /** Whether something waits for the socket to take it. */
  isFull(): boolean;
  /** Whether the socket took it whole; else it waits. */
  write(bytes: string | Uint8Array): boolean;
  /** The socket takes more: whether nothing waits any longer. */
  drain(): boolean;
};

/** Keeps what it is given: whoever writes shall stop for as long as it is full. */
export function outlet(socket: Writable): Outlet {
  let waiting: Uint8Array | null = null;

  const write = (bytes: string | Uint8Array): boolean => {
    if (waiting !== null) {
      waiting = Buffer.concat([waiting, Buffer.from(bytes)]);
      return false;
    }
    const written = Math.max(socket.write(bytes), 0);
    if (written === bytes.length) return true;
    waiting = Buffer.from(bytes).subarray(written);
    return false;
  };

  return {
    isFull: () => waiting !== null,
    write,
    drain() {
      if (waiting === null) return true;
      const rest = waiting;
      waiting = null;
      return write(rest);
    },
  };
}
