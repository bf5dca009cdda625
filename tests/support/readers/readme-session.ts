import { join } from 'node:path';

/** A shell's output of a document's session. */
export type Session = { exitCode: number; printed: string; complaints: string };

const root = join(import.meta.dir, '../../..');
/** The checks keep every core busy, unlike a reader: `sleep` takes five times as long. */
const patiently = 'sleep() { command sleep $(($1 * 5)); }';

/** Runs README's first session, as it is written, against a started Waypost. */
export function runReadmeSession(url: string, inside: readonly string[] = []): Promise<Session> {
  return runSession('README.md', { URL: url }, inside);
}

/** Runs the session of docs/conversions.md, as it is written, against a Waypost without SMTP. */
export function runConversionsSession(url: string, dataDir: string): Promise<Session> {
  return runSession('docs/conversions.md', { URL: url, MAILS: join(dataDir, 'mail') });
}

async function runSession(
  document: string,
  variables: Readonly<Record<string, string>>,
  inside: readonly string[] = [],
): Promise<Session> {
  const text = await Bun.file(join(root, document)).text();
  const script = /```sh\n(URL=[\s\S]*?)```/.exec(text)?.[1];
  if (script === undefined) throw new Error(`${document} has no session`);

  const shell = Bun.spawn([...inside, 'bash', '-euc', `${patiently}\n${script}`], {
    env: { PATH: process.env['PATH'] ?? '', ...variables },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [printed, complaints] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ]);
  return { exitCode: await shell.exited, printed, complaints };
}
