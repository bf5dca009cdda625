import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, killTree, signal } from './processes.ts';
import { buildWeb } from '#web-build';
import { eventually } from '#tests/support/waiting';

/** A really started Waypost: its own process, engines and port. */
export type Waypost = {
  readonly url: string;
  readonly pid: number;
  /** Its output until now, both streams. */
  output(): string;
  /** SIGTERM, as an operator stops it; returns the exit code. */
  stop(): Promise<number>;
  /** SIGKILL for the process and its engines, all at once. */
  killTree(): Promise<void>;
};

type Options = {
  /** Owned by the caller, so that a second start can use it again. */
  dataDir: string;
  /** 0 for a free port. */
  port?: number;
  env?: Readonly<Record<string, string>>;
  /** The folder of another version of the product. */
  root?: string;
  /** Another root than the product's own. */
  entry?: string;
  /** A prefix command, for example one that creates a network namespace. */
  inside?: readonly string[];
  /** `ready` waits for the whole product, `redirects` for the first response of any kind. */
  until?: 'ready' | 'redirects';
  withinSeconds?: number;
};

/**
 * Starts Waypost like an installed `bun start`, and waits for it. When it does not start in time,
 * it is ended with all its children. Of these sources it builds the web app first, if that is needed.
 */
export async function startWaypost(options: Options): Promise<Waypost> {
  const { entry = 'src/main.ts' } = options;
  if (options.root === undefined) await buildWeb();
  const child = Bun.spawn([...(options.inside ?? []), process.execPath, entry], {
    cwd: options.root ?? join(import.meta.dir, '../../..'),
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(options.port ?? 0),
      DATA_DIR: options.dataDir,
      // Hundreds of MB per start are more than a test needs.
      SPOOL_RESERVE_MB: '0',
      ...options.env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const printed: string[] = [];
  void collect(child.stdout, printed);
  void collect(child.stderr, printed);

  const output = () => printed.join('');
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    killTree(child.pid);
    await child.exited;
  };
  const url = await addressOf(options, { output, ended }).catch(async (error: unknown) => {
    await end();
    throw error;
  });

  return {
    url,
    pid: child.pid,
    output,
    async stop() {
      signal(child.pid, 'SIGTERM');
      return child.exited;
    },
    async killTree() {
      await end();
      await eventually(
        () => isRunning(child.pid),
        (running) => !running,
      );
    },
  };
}

/** A new empty folder for DATA_DIR, and a function that removes it. */
export async function newDataDir(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'waypost-data-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function addressOf(
  { port, until = 'ready', withinSeconds = 60 }: Options,
  waypost: { output: () => string; ended: () => boolean },
): Promise<string> {
  const url = await eventually(
    () => {
      if (waypost.ended()) return { failed: true as const };
      if (until === 'redirects' && port !== undefined) return `http://localhost:${port}`;
      return /Waypost is ready at (http:\/\/\S+)/.exec(waypost.output())?.[1];
    },
    (seen) => seen !== undefined,
    withinSeconds,
  );
  if (typeof url !== 'string') throw new Error(`Waypost did not start:\n${waypost.output()}`);
  if (until === 'redirects') {
    await eventually(
      () => fetch(`${url}/healthz`),
      (answer) => answer.ok,
      withinSeconds,
    );
  }
  return url;
}

async function collect(stream: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of stream) into.push(decoder.decode(piece, { stream: true }));
}
