import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

const folder = join(import.meta.dir, '../../migrations');

/** Lays the whole schema in an empty database: for `testDatabase`. */
export async function schema(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) await sql.unsafe(await Bun.file(join(folder, name)).text()).simple();
  await sql.end();
}
