// `bun run openapi`: writes the API's document, docs/api/openapi.json, from the contract. With
// `--print` it prints the document instead.
import { join } from 'node:path';
import * as z from 'zod/mini';
import { commented, withComments } from './comments.ts';

const root = join(import.meta.dir, '../../..');
const path = join(root, 'docs/api/openapi.json');

const comments = new Map<unknown, string>();

/**
 * Keeps a value's comment. A schema is copied, because several fields may share one, each with a
 * comment of its own.
 */
function comment(value: unknown, text: string): unknown {
  const kept = isSchema(value) ? z.clone(value, value._zod.def, { parent: true }) : value;
  if (typeof kept === 'object') comments.set(kept, text);
  return kept;
}

function isSchema(value: unknown): value is z.core.$ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

Object.assign(globalThis, { [commented]: comment });
Bun.plugin({
  name: 'comments',
  setup(build) {
    build.onLoad({ filter: /\/src\/contract\/.*\.ts$/ }, ({ path: file }) => ({
      contents: withComments(file),
      loader: 'ts',
    }));
  },
});

// Only now: the plugin has to be there before the contract is loaded.
const { documentOf } = await import('./document.ts');
const text = `${JSON.stringify(documentOf(comments), null, 2)}\n`;
if (process.argv.includes('--print')) process.stdout.write(text);
else {
  await Bun.write(path, text);
  await Bun.spawn([process.execPath, 'fmt', path]).exited;
}
