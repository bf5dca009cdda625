import { endNow } from './end-now.ts';
import type { Engine } from './engine.ts';

const CHECK_EVERY_MS = 1000;
const FAILED_WRITES = `
  SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed'`;

/**
 * Ends this process when a write of the engine has failed: the disk was full, or broken.
 *
 * chDB drops what it cannot write, and reports success; it only counts such writes. On a full disk
 * an insert then succeeds although its files are empty, and merged parts have empty files too. But
 * the source parts of a merge stay on disk for at least 15 s (`old_parts_lifetime`). A start puts
 * parts with missing data aside and uses their source parts. So the process ends at once, before it
 * acknowledges the statement, and before it removes anything. Rejects with ClickHouseFailure when
 * the count cannot be read.
 * https://github.com/chdb-io/chdb/blob/main/src/IO/WriteBufferFromFileDescriptor.cpp
 */
export async function endIfWritesFailed(engine: Engine): Promise<void> {
  const session = engine.session();
  try {
    const { bytes } = await session.run(FAILED_WRITES, 'TabSeparated');
    if (bytes.length === 0) return;
    const count = Buffer.from(bytes).toString('latin1').trim();
    endNow(`${count} writes failed: the engine ends before it relies on them`);
  } finally {
    session.close();
  }
}

/**
 * Checks for failed writes now, and every second while the process runs, because merges fail
 * without a statement.
 */
export async function watchWrites(engine: Engine): Promise<void> {
  // A check that fails, when memory is short, is repeated a second later.
  await endIfWritesFailed(engine).catch(() => {});
  setTimeout(() => void watchWrites(engine), CHECK_EVERY_MS).unref();
}
