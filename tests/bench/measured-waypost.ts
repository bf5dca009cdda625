import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signUp } from '#tests/support/person';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import type { VisitTimes } from './steady-visits.ts';

const visitsPerSecond = 100;

/** A really started Waypost with a folder of its own. Both go at the end of an `await using` block. */
export type MeasuredWaypost = AsyncDisposable & {
  readonly url: string;
  readonly dataDir: string;
  /** The memory of the application's own process, without its engines. */
  residentMb(): number;
};

export async function measuredWaypost(
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredWaypost> {
  const dataDir = await newDataDir();
  const waypost = await startWaypost({ dataDir: dataDir.path, env });
  return {
    url: waypost.url,
    dataDir: dataDir.path,
    residentMb() {
      const status = readFileSync(`/proc/${waypost.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      await waypost.stop();
      await dataDir.remove();
    },
  };
}

/** Does the work, and returns how redirects went meanwhile. */
export type During = (work: () => Promise<unknown>) => Promise<VisitTimes>;

/** A new account's link, which is visited during each work. */
export async function bystander({ url }: Pick<MeasuredWaypost, 'url'>): Promise<During> {
  const person = await signUp(url);
  const link = await person.createLink({ originalUrl: 'https://shop.example/' });
  return visitsOf(`${url}/${link.shortCode}`);
}

/** Visits an address during each work. */
export function visitsOf(address: string): During {
  const script = join(import.meta.dir, 'steady-visits.ts');
  return async (work) => {
    const visitor = Bun.spawn([process.execPath, script, address, String(visitsPerSecond)], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    });
    await work();
    await visitor.stdin.end();
    return await new Response(visitor.stdout).json();
  };
}
