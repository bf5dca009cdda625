import { mock } from 'bun:test';
import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** A file or folder, also after it was renamed. The birth tells it from a later one with its number. */
type Id = string;
type Entry = { readonly id: Id; readonly isFolder: boolean };

/** What a disk wrote on its own before the power failed, beside everything that was synced. */
type Written = { readonly names: boolean; readonly contents: boolean };

/** Every such case. */
const powerFailures: readonly Written[] = [false, true].flatMap((names) =>
  [false, true].map((contents) => ({ names, contents })),
);

const watchers = new Set<(fd: number) => void>();
const tell = (fd: number): void => watchers.forEach((watcher) => watcher(fd));

/**
 * Watches the syncs of a real folder, whose present content counts as synced. `fail` makes `copy` the
 * folder as it would be found after the power failed.
 */
function watchPower(folder: string) {
  const contents = new Map<Id, Uint8Array>();
  const names = new Map<Id, Map<string, Entry>>();

  const keepFolder = (path: string): void => void names.set(idOf(path), entriesOf(path));
  const keepAll = (path: string): void => {
    keepFolder(path);
    for (const [name, { id, isFolder }] of entriesOf(path)) {
      if (isFolder) keepAll(join(path, name));
      else contents.set(id, fs.readFileSync(join(path, name)));
    }
  };
  const watcher = (fd: number): void => {
    const path = fs.readlinkSync(`/proc/self/fd/${fd}`);
    if (path !== folder && !path.startsWith(`${folder}/`)) return;
    if (fs.fstatSync(fd).isDirectory()) keepFolder(path);
    else contents.set(idOf(path), fs.readFileSync(path));
  };
  keepAll(folder);
  watchers.add(watcher);

  return {
    fail(copy: string, written: Written): void {
      const now = new Map<Id, string>();
      const look = (path: string): void => {
        now.set(idOf(path), path);
        for (const [name, { id, isFolder }] of entriesOf(path)) {
          if (isFolder) look(join(path, name));
          else now.set(id, join(path, name));
        }
      };
      look(folder);
      const restore = (id: Id, to: string): void => {
        fs.mkdirSync(to, { recursive: true });
        const path = now.get(id);
        const known = written.names && path !== undefined ? entriesOf(path) : names.get(id);
        for (const [name, entry] of known ?? []) {
          const target = join(to, name);
          if (entry.isFolder) restore(entry.id, target);
          else fs.writeFileSync(target, contentOf(entry.id));
        }
      };
      const contentOf = (id: Id): Uint8Array => {
        const path = now.get(id);
        if (written.contents && path !== undefined) return fs.readFileSync(path);
        return contents.get(id) ?? new Uint8Array();
      };
      restore(idOf(folder), copy);
    },
    [Symbol.dispose]: () => void watchers.delete(watcher),
  };
}

function idOf(path: string): Id {
  const { ino, birthtimeNs } = fs.statSync(path, { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

function entriesOf(path: string): Map<string, Entry> {
  const entries = fs.readdirSync(path, { withFileTypes: true });
  return new Map(
    entries.map((entry) => [
      entry.name,
      { id: idOf(join(path, entry.name)), isFolder: entry.isDirectory() },
    ]),
  );
}

/** From now on every sync of this process is told; it runs as before. */
async function listen(): Promise<void> {
  const real = { ...fs };
  const told =
    <Rest extends unknown[], Result>(sync: (fd: number, ...rest: Rest) => Result) =>
    (fd: number, ...rest: Rest): Result => {
      tell(fd);
      return sync(fd, ...rest);
    };
  const syncs = {
    fsync: told(real.fsync),
    fsyncSync: told(real.fsyncSync),
    fdatasync: told(real.fdatasync),
    fdatasyncSync: told(real.fdatasyncSync),
  };
  await mock.module('node:fs', () => ({ ...real, ...syncs, default: { ...real, ...syncs } }));

  const handle = await open(dirname(import.meta.path), 'r');
  const prototype: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of ['sync', 'datasync'] as const) {
    const sync = prototype[name];
    prototype[name] = async function told() {
      tell(this.fd);
      await sync.call(this);
    };
  }
}

await listen();

/**
 * Runs on a folder, and looks at it as each failure of the power may leave it. What `prepared` writes
 * counts as synced.
 */
export async function afterPowerFailures({ prepared = () => {}, run, look }: Story): Promise<void> {
  using folder = tempFolder();
  prepared(folder.path);
  using power = watchPower(folder.path);
  await run(folder.path);
  for (const written of powerFailures) {
    using copy = tempFolder();
    power.fail(copy.path, written);
    await look(copy.path);
  }
}

type Story = {
  readonly prepared?: (folder: string) => void;
  readonly run: (folder: string) => unknown;
  readonly look: (folder: string) => unknown;
};
