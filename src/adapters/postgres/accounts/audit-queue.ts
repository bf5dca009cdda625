import type { AuditEntry, RecordAudit } from '#core/accounts/audit';
import { faultFields, type Log, type LogFields } from '#core/shared/log';
import { secondMs } from '#core/shared/time';

const afterMs = 100;
const againMs = 2 * secondMs;
const mostAtOnce = 200;
/**
 * Entries above this limit are dropped, and their number is reported: nobody can fill the memory
 * with refused requests.
 */
const mostWaiting = 2000;

export type AuditQueuePorts = {
  readonly add: (entries: readonly AuditEntry[]) => Promise<void>;
  readonly log: Log;
};

/**
 * Writes entries to the database in batches, after the responses. Entries wait while the database
 * is away; an entry that it rejects for its content is dropped and reported. `stop` writes the
 * waiting ones, once.
 */
export function auditQueue(ports: AuditQueuePorts): {
  readonly record: RecordAudit;
  waiting(): number;
  stop(): Promise<void>;
} {
  const line = lineOfEntries(ports);
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing = Promise.resolve();

  const write = async (): Promise<void> => {
    try {
      await line.write(mostAtOnce);
      if (line.length() > 0) arm(afterMs);
    } catch (error) {
      ports.log.warn('entries of the audit trail wait for the database', faultFields(error));
      arm(againMs);
    }
  };
  const writeAll = async (): Promise<void> => {
    while (line.length() > 0) await line.write(mostAtOnce);
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
    record(entry) {
      if (line.push(entry)) arm(afterMs);
    },
    waiting: line.length,
    async stop() {
      const last = writing.then(writeAll);
      writing = last.catch(() => {});
      await last;
    },
  };
}

/** The entries that wait, oldest first. */
function lineOfEntries({ add, log }: AuditQueuePorts) {
  let waiting: AuditEntry[] = [];

  const lose = ({ event, requestId }: AuditEntry, fault?: LogFields): void =>
    log.error('an entry of the audit trail was lost', { lost: event, requestId, ...fault });

  /** Writes the oldest `count` entries together, or one by one when Postgres rejects one of them. */
  const write = async (count: number): Promise<void> => {
    const batch = waiting.slice(0, count);
    const [first] = batch;
    if (first === undefined) return;
    try {
      await add(batch);
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      if (batch.length > 1) {
        for (const _ of batch) await write(1);
        return;
      }
      lose(first, faultFields(error));
    }
    waiting = waiting.slice(batch.length);
  };

  return {
    write,
    length: () => waiting.length,
    /** False: too many wait, and the entry is lost. */
    push(entry: AuditEntry): boolean {
      if (waiting.length < mostWaiting) return waiting.push(entry) > 0;
      lose(entry);
      return false;
    },
  };
}

/** SQLSTATE classes 22 and 23: Postgres rejects the values of an entry, and would do so again. */
function isAboutContent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]...$/.test(String(error.code));
}
