import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineAddon, EngineHandle, EngineRows, EngineWrite } from './addon.ts';
import { engineFailure } from './failure.ts';
import type { EngineFolder } from './folder.ts';
import type { FormatClause } from './statement.ts';

/**
 * One conversation with the engine: its settings, parameters, current database and temporary
 * tables are its own. One statement at a time. Rejections are ClickHouseFailure.
 */
export interface EngineSession {
  run(sql: string, format: string): Promise<EngineRows>;
  /** Inserts `data`, in the format that `head` ends with; every byte counts as data. */
  insert(head: string, format: FormatClause, data: Uint8Array): Promise<EngineWrite>;
  /** Runs an INSERT that carries its rows in its own text, or selects them. */
  insertText(statement: Uint8Array): Promise<EngineWrite>;
  /**
   * The result, piece by piece. Planning happens in the caller's thread: a scalar subquery blocks
   * it until computed. Only for formats that have neither head nor foot.
   */
  stream(sql: string, format: string): AsyncGenerator<Uint8Array, void>;
  close(): void;
}

export interface Engine {
  readonly version: string;
  /**
   * A session that nobody has used (0.4 ms): parameters cannot be unset in this engine, where
   * `SET param_x = DEFAULT` stores the word, so a used session would answer a statement that
   * forgets a parameter with somebody else's value.
   */
  session(): EngineSession;
  close(): void;
}

/**
 * Opens the data folder, which belongs to one process at a time.
 * @throws when it is locked, unreadable or damaged; the engine names the reason on stderr
 */
export function openEngine(addon: EngineAddon, folder: EngineFolder): Engine {
  const connect = (): EngineHandle => {
    const connection = addon.CreateConnection(folder.data, [`--config-file=${folder.config}`]);
    if (connection === undefined) throw new Error(`the engine did not open ${folder.data}`);
    return connection;
  };
  // Holds the folder open between sessions.
  const anchor = connect();
  return {
    version: addon.EngineVersion(),
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
      // No data at all would be an error to the engine, and is none to a server.
      if (data.length === 0) return insertRaw(head, NO_ROWS);
      if (!bufferOf(data).includes(EMPTY_LINE)) return insertRaw(head, data);
      // The engine ends inline data at an empty line, so such data goes by way of a file.
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
