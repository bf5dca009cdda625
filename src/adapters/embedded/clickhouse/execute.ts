import { randomUUID } from 'node:crypto';
import { analystComment } from './analysts.ts';
import { keepDefinitions } from './definitions.ts';
import { endNow } from './end-now.ts';
import type { Engine, EngineSession } from './engine.ts';
import { clickHouseFailure } from './failure.ts';
import { endIfWritesFailed } from './failed-writes.ts';
import { KEPT_FREE_BYTES } from './folder.ts';
import type { Lane } from './lanes.ts';
import type { StatementRequest } from './request.ts';
import { preparation } from './settings.ts';

/** Statistics of one statement, with the names of `X-ClickHouse-Summary`. */
export interface StatementSummary {
  readonly writtenRows: number;
  readonly writtenBytes: number;
  readonly resultRows: number;
  readonly resultBytes: number;
  readonly elapsedSeconds: number;
  /**
   * What the engine read. Null when the engine does not report it: it does only in some JSON
   * formats.
   */
  readonly read: { readonly rows: string; readonly bytes: string } | null;
}

export type StatementAnswer =
  | { kind: 'whole'; format: string; bytes: Uint8Array<ArrayBuffer>; summary: StatementSummary }
  | { kind: 'pieces'; format: string; pieces: Pieces };

/** A running result. The caller must read to the end or close it, because it occupies a slot. */
export interface Pieces {
  /** The next piece, or undefined after the last. Rejects with ClickHouseFailure. */
  next(): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
}

/**
 * How long an account's own statement may continue after it was cancelled. The engine checks for
 * cancellation between blocks of rows, and one function can compute for hours on one block.
 */
const STUCK_MS = 5000;
/** How long the process waits for the error response to be sent, before it ends the engine. */
const ANSWER_MS = 200;
/**
 * Interval between two attempts to kill a statement. The engine cannot kill a statement that it
 * still parses.
 */
const KILL_EVERY_MS = 250;

/**
 * Runs a statement in its own session when its lane has a free slot.
 * @param signal aborts the wait for a slot, and ends the running statement
 * @throws ClickHouseFailure
 */
export function execute(engine: Engine) {
  return async (
    request: StatementRequest,
    { lane, signal }: { lane: Lane; signal: AbortSignal },
  ): Promise<StatementAnswer> => {
    refuseUnserved(request);
    refuseWithoutSpace(engine, request);
    const leave = await lane.enter(signal);
    const id = randomUUID();
    const logComment = request.analyst === undefined ? id : analystComment(request.analyst, id);
    const killing = stopping(engine, { logComment, isAnalyst: request.analyst !== undefined });
    let session: EngineSession | undefined;
    const end = (): void => {
      signal.removeEventListener('abort', killing.begin);
      killing.end();
      session?.close();
      leave();
    };
    try {
      session = engine.session();
      await session.run(
        preparation(request, { logComment, memoryBytes: engine.memoryBytes }),
        'Null',
      );
      if (signal.aborted) throw clickHouseFailure(236, 'The client went away');
      signal.addEventListener('abort', killing.begin, { once: true });
      if (isStreamable(request)) return await startStream(session, request, end);
      if (DEFINING.has(request.shape.verb)) keepDefinitions(engine.folder);
      const answer = await Promise.race([runWhole(session, request), killing.stuck]);
      if (ADDING.has(request.shape.verb)) await endIfWritesFailed(engine);
      end();
      return answer;
    } catch (failure) {
      // A session whose statement still runs must not be closed.
      if (!killing.isStuck()) end();
      throw failure;
    }
  };
}

/**
 * Ends a statement whose caller is gone, again and again until it has ended. `stuck` rejects when an
 * account's statement cannot be ended; then the process ends.
 */
function stopping(
  engine: Engine,
  of: { readonly logComment: string; readonly isAnalyst: boolean },
) {
  const { logComment, isAnalyst } = of;
  const stuck = Promise.withResolvers<never>();
  stuck.promise.catch(() => {});
  let [hasEnded, isStuck] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const kill = async (): Promise<void> => {
    while (!hasEnded) {
      // oxlint-disable-next-line no-await-in-loop
      await killByComment(engine, logComment);
      // oxlint-disable-next-line no-await-in-loop
      await Bun.sleep(KILL_EVERY_MS);
    }
  };
  const giveUp = (): void => {
    isStuck = true;
    stuck.reject(clickHouseFailure(734, 'The engine restarts to stop this statement'));
    setTimeout(() => endNow(`The engine ends to stop the statement ${logComment}`), ANSWER_MS);
  };
  return {
    stuck: stuck.promise,
    isStuck: () => isStuck,
    begin(): void {
      void kill();
      if (isAnalyst) timer = setTimeout(giveUp, STUCK_MS);
    },
    end(): void {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}

/** Ends a statement, if the engine knows it; its own session reports the failure. */
async function killByComment(engine: Engine, logComment: string): Promise<void> {
  const session = engine.session();
  const sql = `KILL QUERY WHERE Settings['log_comment'] = '${logComment}' ASYNC`;
  await Promise.allSettled([session.run(sql, 'Null')]);
  session.close();
}

function refuseUnserved({ shape, analyst }: StatementRequest): void {
  if (analyst !== undefined && shape.hasSettings) {
    throw clickHouseFailure(497, 'Not enough privileges: SETTINGS is not allowed here');
  }
  if (analyst !== undefined && !shape.isPlain) {
    throw clickHouseFailure(62, 'Syntax error: only a statement in its canonical form is run here');
  }
  if (shape.verb === '') throw clickHouseFailure(62, 'Syntax error: the statement is empty');
  if (shape.isStacked) {
    throw clickHouseFailure(62, 'Syntax error: Multi-statements are not allowed');
  }
  if (shape.refused !== undefined) {
    throw clickHouseFailure(497, `Not enough privileges: ${shape.refused} is not allowed here`);
  }
}

/** Statements that write a definition. */
const DEFINING = new Set(['CREATE', 'ALTER', 'RENAME', 'EXCHANGE', 'RESTORE']);
/**
 * Statements that write more than they remove, and whose response confirms that the data is stored.
 */
const ADDING = new Set([...DEFINING, 'INSERT', 'BACKUP', 'UPDATE', 'DELETE']);

function refuseWithoutSpace(engine: Engine, { shape }: StatementRequest): void {
  if (!ADDING.has(shape.verb) || engine.freeBytes() >= KEPT_FREE_BYTES) return;
  throw clickHouseFailure(243, `Less than ${KEPT_FREE_BYTES} bytes are free`);
}

async function runWhole(
  session: EngineSession,
  request: StatementRequest,
): Promise<StatementAnswer> {
  const { sql, data, shape } = request;
  if (shape.verb === 'INSERT') {
    const written =
      shape.format === undefined
        ? await session.insertText(data)
        : await session.insert(sql, shape.format, data);
    const summary = {
      writtenRows: written.rowsWritten,
      writtenBytes: written.bytesWritten,
      resultRows: 0,
      resultBytes: 0,
      elapsedSeconds: written.elapsed,
      read: null,
    };
    return { kind: 'whole', format: formatOf(request), bytes: new Uint8Array(), summary };
  }
  const rows = await session.run(sql, request.defaultFormat);
  const summary = {
    writtenRows: 0,
    writtenBytes: 0,
    resultRows: rows.rowsRead,
    resultBytes: rows.bytes.length,
    elapsedSeconds: rows.elapsed,
    read: readOf(formatOf(request), rows.bytes),
  };
  return { kind: 'whole', format: formatOf(request), bytes: rows.bytes, summary };
}

/** Formats that end with the engine's own statistics, behind all values. */
const WITH_STATISTICS =
  /^JSON(?:Strings|Compact|CompactStrings|CompactColumns|ColumnsWithMetadata)?$/;

function readOf(format: string, bytes: Uint8Array): StatementSummary['read'] {
  if (!WITH_STATISTICS.test(format)) return null;
  const end = Buffer.from(bytes.subarray(-200)).toString('latin1');
  const found = /"rows_read": (\d+),\s*"bytes_read": (\d+)\s*\}\s*\}\s*$/.exec(end);
  const [, readRows, readBytes] = found ?? [];
  if (readRows === undefined || readBytes === undefined) return null;
  return { rows: readRows, bytes: readBytes };
}

/** Formats whose concatenated pieces are the whole result. */
const STREAMABLE = new Set([
  'JSONEachRow',
  'JSONStringsEachRow',
  'JSONCompactEachRow',
  'JSONCompactStringsEachRow',
  'TabSeparated',
  'TSV',
  'CSV',
  'RowBinary',
]);

function isStreamable(request: StatementRequest): boolean {
  return request.isStreamed && request.shape.verb !== 'INSERT' && STREAMABLE.has(formatOf(request));
}

/** The first piece is read before the response begins, so that most failures still get a status. */
async function startStream(
  session: EngineSession,
  request: StatementRequest,
  end: () => void,
): Promise<StatementAnswer> {
  const rows = session.stream(request.sql, request.defaultFormat);
  let ahead: Promise<IteratorResult<Uint8Array, void>> | undefined = rows.next();
  await ahead;
  const close = async (): Promise<void> => {
    await rows.return();
    end();
  };
  const pieces: Pieces = {
    async next() {
      try {
        const result = await (ahead ?? rows.next());
        ahead = undefined;
        if (result.done !== true) return result.value;
      } catch (failure) {
        end();
        throw failure;
      }
      end();
      return undefined;
    },
    close,
  };
  return { kind: 'pieces', format: formatOf(request), pieces };
}

function formatOf({ shape, defaultFormat }: StatementRequest): string {
  return shape.verb === 'INSERT' ? defaultFormat : (shape.format?.name ?? defaultFormat);
}
