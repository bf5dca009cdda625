import { randomUUID } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineAddon, EngineHandle, EngineRows, EngineWrite } from './addon.ts';
import { engineFailure } from './failure.ts';
import type { EngineFolder } from './folder.ts';
import type { FormatClause } from './statement.ts';

/**
 * One session of the engine, with its own settings, parameters, current database and temporary
 * tables. One statement at a time. Rejects with ClickHouseFailure.
 */
export interface EngineSession {
  run(sql: string, format: string): Promise<EngineRows>;
  /** Inserts `data` in the format at the end of `head`; all bytes count as data. */
  insert(head: string, format: FormatClause, data: Uint8Array): Promise<EngineWrite>;
  /** Runs an INSERT whose text contains its rows, or that selects them. */
  insertText(statement: Uint8Array): Promise<EngineWrite>;
  /**
   * The result, in pieces. Planning runs on the caller's thread: a scalar subquery blocks it until
   * it is computed. Only for formats without header and footer.
   */
  stream(sql: string, format: string): AsyncGenerator<Uint8Array, void>;
  close(): void;
}

export interface Engine {
  readonly version: string;
  /** The folder of its files. */
  readonly folder: EngineFolder;
  /** The memory that the engine may use for everything. */
  readonly memoryBytes: number;
  /** The free space of the disk with its data. */
  freeBytes(): number;
  /**
   * A fresh session (0.4 ms). This engine cannot unset parameters: `SET param_x = DEFAULT` stores
   * the word. So in a used session, a statement with a missing parameter would get the value of an
   * earlier statement.
   */
  session(): EngineSession;
  close(): void;
}

/**
 * Opens the data folder, which belongs to one process at a time.
 * @throws when it is locked, unreadable or damaged; the engine prints the reason on stderr
 */
export function openEngine(addon: EngineAddon, folder: EngineFolder, memoryBytes: number): Engine {
  const connect = (): EngineHandle => {
    const connection = addon.CreateConnection(folder.data, [`--config-file=${folder.config}`]);
    if (connection === undefined) throw new Error(`the engine did not open ${folder.data}`);
    return connection;
  };
  // Keeps the folder open between sessions.
  const anchor = connect();
  return {
    version: addon.EngineVersion(),
    folder,
    memoryBytes,
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(folder.data);
      return bavail * bsize;
    },
    session: () => engineSession(addon, connect(), folder.scratch),
    close: () => addon.CloseConnection(anchor),
  };
}

const NOTHING = new Uint8Array();
const NO_ROWS = Buffer.from('\n');
const EMPTY_LINE = Buffer.from('\n\n');

function engineSession(
  addon: EngineAddon,
  connection: EngineHandle,
  scratch: string,
): EngineSession {
  const insertRaw = (head: string, data: Uint8Array): Promise<EngineWrite> =>
    addon.InsertRawAsyncConnection(connection, head, data, false).catch(rethrow);

  return {
    run: (sql, format) => addon.QueryAsyncConnection(connection, sql, format).catch(rethrow),

    async insert(head, format, data) {
      // The engine treats empty data as an error; a server does not.
      if (data.length === 0) return insertRaw(head, NO_ROWS);
      if (!bufferOf(data).includes(EMPTY_LINE)) return insertRaw(head, data);
      // The engine ends inline data at an empty line, so such data is passed in a file.
      const path = join(scratch, randomUUID());
      await writeFile(path, data, { mode: 0o600 });
      try {
        const fromFile = `${head.slice(0, format.at)} FROM INFILE '${path}' ${head.slice(format.at)}`;
        return await insertRaw(fromFile, NOTHING);
      } finally {
        await rm(path, { force: true });
      }
    },

    insertText: (statement) => insertRaw('', statement),

    stream: (sql, format) => streamRows(addon, connection, { sql, format }),

    close: () => addon.CloseConnection(connection),
  };
}

async function* streamRows(
  addon: EngineAddon,
  connection: EngineHandle,
  statement: { readonly sql: string; readonly format: string },
): AsyncGenerator<Uint8Array, void> {
  let stream: EngineHandle | undefined;
  try {
    stream = addon.StreamQuery(connection, statement.sql, statement.format);
    while (true) {
      const chunk = await addon.StreamFetch(stream);
      if (chunk.done) return;
      yield chunk.bytes;
    }
  } catch (thrown) {
    throw engineFailure(thrown);
  } finally {
    if (stream !== undefined) addon.StreamCancel(stream);
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function rethrow(thrown: unknown): never {
  throw engineFailure(thrown);
}
