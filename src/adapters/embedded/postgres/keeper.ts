import { fileURLToPath } from 'node:url';

const successor = fileURLToPath(new URL('./heir.ts', import.meta.url));

/**
 * Makes sure that the Postgres of `dataDir` ends with this process, also after SIGKILL. A shell
 * waits for the end of its standard input, which the kernel closes with this process, and then
 * becomes the program that ends Postgres (`heir.ts`). Until then it needs one megabyte. It has its
 * own session, so that neither a Ctrl-C nor the end of a terminal reaches it.
 *
 * @returns a function that ends the keeper after the server has ended.
 */
export function keepPostgres(dataDir: string): () => void {
  const script = 'read -r nothing; exec "$@"';
  const shell = Bun.spawn(['sh', '-c', script, 'sh', process.execPath, successor, dataDir], {
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
