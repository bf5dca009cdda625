import type { AuditEntry, NoteAudit } from '#core/accounts/audit';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';

const afterMs = 100;
const againMs = 2 * secondMs;
const mostAtOnce = 200;
/**
 * Entries above this limit are dropped, and their number is reported: nobody can fill the memory
 * with refused requests.
 */
const mostWaiting = 2000;

/**
 * Writes entries to the database in batches, after the responses. Entries that the database does
 * not accept wait for its return. `stop` writes the waiting ones, once.
 */
export function auditQueue({
  add,
  log,
}: {
  readonly add: (entries: readonly AuditEntry[]) => Promise<void>;
  readonly log: Log;
}): { readonly note: NoteAudit; waiting(): number; stop(): Promise<void> } {
  let waiting: AuditEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    const batch = waiting.slice(0, mostAtOnce);
    if (batch.length === 0) return;
    try {
      await add(batch);
      waiting = waiting.slice(batch.length);
      if (waiting.length > 0) arm(afterMs);
    } catch (error) {
      log.warn('entries of the audit trail wait for the database', faultFields(error));
      arm(againMs);
    }
  };
  const arm = (pauseMs: number): void => {
    if (timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      writing = writing.then(write);
    }, pauseMs);
    timer.unref();
  };

  return {
    note(entry) {
      if (waiting.length >= mostWaiting) {
        log.error('an entry of the audit trail was lost', {
          event: entry.event,
          requestId: entry.requestId,
        });
        return;
      }
      waiting.push(entry);
      arm(afterMs);
    },
    waiting: () => waiting.length,
    async stop() {
      await writing;
      while (waiting.length > 0) {
        const batch = waiting.splice(0, mostAtOnce);
        await add(batch);
      }
    },
  };
}
