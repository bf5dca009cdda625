import { join } from 'node:path';

/** What an operator's command printed, and its exit code. */
export type Operated = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `backup …`, `restore …` and so on like `bun run` does, with this environment alone. */
export async function operate(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Operated> {
  const child = Bun.spawn([process.execPath, 'src/launch/operate/main.ts', ...args], {
    cwd: join(import.meta.dir, '../../..'),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child);
}

/** What a command printed until its end. */
export async function ended(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Promise<Operated> {
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}
