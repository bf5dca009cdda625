import { requireEntitlement } from '#core/billing/entitlement';
import type { ImportPorts, Imports, Owner } from '#core/links/ports';
import { invalid, Refusal } from '#core/shared/refusal';
import { type Recognized, recognizeFormat } from './formats.ts';
import { headingsOf, mappingOfLinks } from './headings.ts';
import {
  type FileRow,
  type ImportRun,
  fullSliceLength,
  mostFileRows,
  mostRows,
  noRows,
  rowsPerSlice,
} from './import-run.ts';

/** An uploaded file. */
export type ImportFile = {
  readonly name: string;
  /**
   * The rows as they arrive, in lists, each of at most `mostColumns` cells; the first is the row of
   * the columns' names, if the file has them. Rejects with a refusal when the file is not one that
   * can be read, or is too large.
   */
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
};

type OpenPorts = Pick<ImportPorts, 'plainCell' | 'isEntitled' | 'clock' | 'newId'> & {
  readonly imports: Pick<Imports, 'open' | 'addSlices' | 'close' | 'remove'>;
};

/** Slices that are stored at the same time. */
const slicesAtOnce = 4;

/**
 * Stores a file while it arrives, so that its size does not matter for memory, and recognizes its
 * format. A file that cannot be used leaves nothing behind.
 *
 * Refuses `plan_required`, `invalid`, `too_large`, `conflict` while another import of the account
 * runs, and `too_many_requests`.
 */
export async function openImport(
  ports: OpenPorts,
  owner: Owner,
  file: ImportFile,
): Promise<ImportRun> {
  requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
  const reader = rowsOf(file.rows);
  const first = await firstWithText(reader);
  const cells = first.done ? [] : first.value.cells.map(ports.plainCell);
  const { columns, isLink } = headingsOf(cells);
  refuseColumns(columns);

  const recognized = isLink
    ? { format: null, mapping: mappingOfLinks(cells) }
    : recognizeFormat(columns);
  const run = newRun(ports, owner.id, { name: file.name, columns, ...recognized });
  refuseUnopened(await ports.imports.open(run));
  try {
    const links = first.value && isLink ? withFirst(first.value, reader) : reader;
    const rows = await keepRows(ports, run, links);
    if (rows === 0)
      throw invalid({ path: 'file', message: 'The file has no rows below its first' });
    const closed = await ports.imports.close(run.id, rows);
    if (closed === null) throw replaced();
    return closed;
  } catch (error) {
    await ports.imports.remove(owner.id, run.id);
    throw error;
  }
}

type Rows = AsyncGenerator<FileRow, void, void>;

async function* rowsOf(lists: ImportFile['rows']): Rows {
  let row = 0;
  for await (const list of lists) {
    for (const cells of list) {
      row += 1;
      if (row > mostFileRows) throw tooManyBlankRows();
      yield { row, cells };
    }
  }
}

/** Skips blank rows, which spreadsheets write above the names of the columns. */
async function firstWithText(rows: Rows): Promise<IteratorResult<FileRow, void>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const next = await rows.next();
    if (next.done || !isBlank(next.value)) return next;
  }
}

function isBlank({ cells }: FileRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

async function* withFirst(first: FileRow, others: Rows): Rows {
  yield first;
  yield* others;
}

function newRun(
  ports: OpenPorts,
  userId: string,
  {
    name,
    columns,
    format,
    mapping,
  }: Recognized & { readonly name: string; readonly columns: readonly string[] },
): ImportRun {
  const nowMs = ports.clock.now();
  return {
    id: ports.newId(nowMs),
    userId,
    fileName: plainName(name),
    columns,
    mapping,
    formatId: format?.id ?? null,
    domain: null,
    state: 'uploading',
    rows: 0,
    doneRows: 0,
    counts: noRows,
    createdAt: new Date(nowMs),
    endedAt: null,
  };
}

function plainName(name: string): string {
  const plain = name
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
    .slice(0, 200);
  return plain === '' ? 'links.csv' : plain;
}

/** Stores the rows with at least one cell, and returns how many. */
async function keepRows(
  { imports, plainCell }: OpenPorts,
  { id }: ImportRun,
  rows: Rows,
): Promise<number> {
  let [kept, place] = [0, 0];
  let waiting: FileRow[][] = [];
  const flush = async (): Promise<void> => {
    const slices = waiting;
    waiting = [];
    if (!(await imports.addSlices(id, place, slices))) throw replaced();
    place += slices.length;
  };
  for await (const slice of slicesOf(rows, plainCell)) {
    kept += slice.length;
    if (kept > mostRows) throw tooManyRows();
    waiting.push(slice);
    if (waiting.length === slicesAtOnce) await flush();
  }
  if (waiting.length > 0) await flush();
  return kept;
}

/** The rows with at least one cell, in slices that are short in rows and in text. */
async function* slicesOf(
  rows: Rows,
  plainCell: OpenPorts['plainCell'],
): AsyncGenerator<FileRow[], void, void> {
  let slice: FileRow[] = [];
  let length = 0;
  for await (const each of rows) {
    if (isBlank(each)) continue;
    const cells = each.cells.map(plainCell);
    slice.push({ row: each.row, cells });
    length += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (slice.length < rowsPerSlice && length < fullSliceLength) continue;
    yield slice;
    [slice, length] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

function refuseColumns(columns: readonly string[]): void {
  if (columns.every((name) => name === '')) {
    throw invalid({ path: 'file', message: 'The file is empty' });
  }
}

function refuseUnopened(opened: 'opened' | 'running' | 'full'): void {
  if (opened === 'opened') return;
  if (opened === 'running') {
    throw new Refusal(
      'conflict',
      'An import is running. Please wait until it has ended, or cancel it.',
    );
  }
  const message = 'Many imports are waiting. Please try again in some minutes.';
  throw new Refusal('too_many_requests', message, { retryAfterSeconds: 120 });
}

function replaced(): Refusal {
  return new Refusal('conflict', 'Another file was uploaded meanwhile');
}

function tooManyRows(): Refusal {
  const most = mostRows.toLocaleString('en-US');
  return new Refusal('too_large', `A file can have at most ${most} rows. Please split it.`);
}

function tooManyBlankRows(): Refusal {
  const most = (mostFileRows - mostRows).toLocaleString('en-US');
  return new Refusal(
    'too_large',
    `A file can have at most ${most} blank rows. Please remove them.`,
  );
}
