import { createRequire } from 'node:module';

/**
 * A statement's complete answer: bytes in the requested format, number of rows, duration in
 * seconds.
 */
export interface EngineRows {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsed: number;
}

export interface EngineWrite {
  readonly rowsWritten: number;
  readonly bytesWritten: number;
  readonly elapsed: number;
}

type EngineChunk =
  | { readonly done: true }
  | { readonly done: false; readonly bytes: Uint8Array; readonly numRows: number };

/** A native connection or stream, only passed back to the addon. */
export type EngineHandle = object;

/**
 * The part of chdb's native addon that is used here. Its JavaScript wrapper parses table and format
 * and only accepts text formats; the addon accepts the statement unchanged, and the data as bytes.
 * A data block ends at its first empty line: the text after it would run as a second statement.
 */
export interface EngineAddon {
  EngineVersion(): string;
  CreateConnection(folder: string, options: readonly string[]): EngineHandle | undefined;
  CloseConnection(connection: EngineHandle): void;
  QueryAsyncConnection(connection: EngineHandle, sql: string, format: string): Promise<EngineRows>;
  InsertRawAsyncConnection(
    connection: EngineHandle,
    head: string,
    data: Uint8Array,
    countsLines: boolean,
  ): Promise<EngineWrite>;
  StreamQuery(connection: EngineHandle, sql: string, format: string): EngineHandle;
  StreamFetch(stream: EngineHandle): Promise<EngineChunk>;
  StreamCancel(stream: EngineHandle): void;
}

/**
 * Loads the engine's library into this process (540 MB of file, about half a second).
 * @throws when there is none for the platform (musl, Windows), or when it has another version
 */
export function loadEngineAddon(): EngineAddon {
  const chdb = createRequire(import.meta.resolve('chdb'));
  const loader: unknown = chdb('./dist/loader.js');
  if (!hasFunctions(loader, ['loadNative'])) throw new Error('chdb has no native loader');
  const addon = loader['loadNative']?.();
  if (!isEngineAddon(addon)) throw new Error('chdb brings another native interface than expected');
  return addon;
}

const ADDON_FUNCTIONS: readonly (keyof EngineAddon)[] = [
  'EngineVersion',
  'CreateConnection',
  'CloseConnection',
  'QueryAsyncConnection',
  'InsertRawAsyncConnection',
  'StreamQuery',
  'StreamFetch',
  'StreamCancel',
];

function isEngineAddon(candidate: unknown): candidate is EngineAddon {
  return hasFunctions(candidate, ADDON_FUNCTIONS);
}

function hasFunctions(
  candidate: unknown,
  names: readonly string[],
): candidate is Record<string, () => unknown> {
  if (typeof candidate !== 'object' || candidate === null) return false;
  const members = new Map<string, unknown>(Object.entries(candidate));
  return names.every((name) => typeof members.get(name) === 'function');
}
