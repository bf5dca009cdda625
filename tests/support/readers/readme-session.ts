import { join } from 'node:path';

/** A shell's output of README's first session. */
export type Session = { exitCode: number; printed: string; complaints: string };

/** The checks keep every core busy, unlike a reader: `sleep` takes five times as long. */
const patiently = 'sleep() { command sleep $(($1 * 5)); }';

/** Runs README's first session, as it is written, against a started Waypost. */
export async function runReadmeSession(
  url: string,
  inside: readonly string[] = [],
): Promise<Session> {
  const readme = await Bun.file(join(import.meta.dir, '../../../README.md')).text();
  const script = /```sh\n([\s\S]*?)```/.exec(readme)?.[1];
  if (script === undefined) throw new Error('the README has no session');

  const shell = Bun.spawn([...inside, 'bash', '-euc', `${patiently}\n${script}`], {
    env: { PATH: process.env['PATH'] ?? '', URL: url },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [printed, complaints] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ]);
  return { exitCode: await shell.exited, printed, complaints };
}
