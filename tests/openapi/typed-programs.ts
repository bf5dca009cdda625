import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { documentPath } from '#tests/support/documented';
import { tempFolder } from '#tests/support/temp-folder';

const root = join(import.meta.dir, '../..');

/** A folder for programs, with the types that are made from the document. */
export async function typedPrograms() {
  const folder = tempFolder();
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const types = ['openapi-typescript/bin/cli.js', documentPath, '-o', 'waypost.d.ts'] as const;
  const made = await run(folder.path, ...types);
  return {
    made,
    path: (name: string) => join(folder.path, name),
    /** What the compiler says about a program; nothing when it compiles. */
    compile: (name: string, ...options: readonly string[]) =>
      run(
        folder.path,
        ...(['typescript/bin/tsc', '--noEmit', '--strict', '--skipLibCheck', name] as const),
        ...['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'],
        ...['--allowImportingTsExtensions', '--lib', 'es2023,dom,dom.iterable'],
        ...options,
      ),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

async function run(cwd: string, script: string, ...given: string[]): Promise<string> {
  const command = [process.execPath, join(root, 'node_modules', script), ...given];
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? '' : out + said;
}
