import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./stop-orphan.ts', import.meta.url));

/**
 * Starts a watchdog, which stops the Postgres of `dataDir` when this process has ended, also after
 * SIGKILL. The watchdog is a shell that waits for the end of its standard input, which the kernel
 * closes when this process ends. It then becomes the program that stops Postgres
 * (`stop-orphan.ts`). Until then it needs one megabyte. It has its own session, so that neither a
 * Ctrl-C nor the end of a terminal reaches it.
 *
 * @returns a function that ends the watchdog, to be called when the server has ended.
 */
export function startWatchdog(dataDir: string): () => void {
  const script = 'read -r nothing; exec "$@"';
  const shell = Bun.spawn(['sh', '-c', script, 'sh', process.execPath, program, dataDir], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  return () => {
    shell.kill('SIGKILL');
    void shell.stdin.end();
  };
}
