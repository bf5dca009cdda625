import { z } from 'zod';
import type { Ledger, Manifest } from '#core/backup/manifest';

const storedFile = z.object({
  name: z.string().regex(/^files\/[\w.-]+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[\da-f]{64}$/),
});
const rows = z.number().int().nonnegative();
const name = z.string().regex(/^[a-z_][a-z\d_]*$/);

/** Paths stay inside DATA_DIR. */
const innerPath = z
  .string()
  .refine((path) => !path.split('/').some((part) => part === '' || part === '..' || part === '.'));

const manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  version: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  migrations: z.object({ postgres: z.array(z.string()), clickhouse: z.array(z.string()) }),
  accounts: z.object({
    tables: z.array(z.object({ table: name, columns: z.array(name), rows, file: storedFile })),
    sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  }),
  events: z.array(
    z.object({
      table: name,
      columns: z.array(name),
      pieces: z.array(
        z.object({
          key: z.string(),
          rows,
          fingerprint: z.string().nullable(),
          files: z.array(storedFile),
        }),
      ),
      partitions: z.record(z.string(), z.string()),
    }),
  ),
  files: z.array(
    z.object({
      path: innerPath,
      lines: rows.nullable(),
      fingerprint: z.string().nullable(),
      file: storedFile,
    }),
  ),
  notes: z.array(z.string()),
});

const deletions = z.array(z.object({ id: z.uuid(), at: z.iso.datetime() }));
const ledger = z.object({ links: deletions, accounts: deletions });

/** @throws when the text is no manifest of this format. */
export function readManifest(text: string): Manifest {
  return manifest.parse(JSON.parse(text));
}

/** @throws when the text is no ledger. */
export function readLedger(text: string): Ledger {
  return ledger.parse(JSON.parse(text));
}
