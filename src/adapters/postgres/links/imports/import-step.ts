import type postgres from 'postgres';
import { foldName } from '#core/links/names/alias';
import type { RowProblem } from '#contract/links/imports';
import type { FileRow } from '#core/links/imports/import-run';
import {
  type PlannedLink,
  type PlannedRows,
  settleRows,
  type SliceFacts,
  type TakenName,
} from '#core/links/imports/plan-rows';
import type { ImportStep, PlanSlice } from '#core/links/imports/run-import';
import type { NamedLink } from '#core/links/link-cache';
import { lockAccount } from '#adapters/postgres/lock-account';
import { addLinks } from '#adapters/postgres/links/link-add';
import { isUniqueViolation } from '#adapters/postgres/or-taken';
import { foldersFor, recordLabels, refusedLabels, tagsFor } from './import-labels.ts';
import { importColumns, importFromRow, type ImportRow } from './import-row.ts';

type Tx = postgres.TransactionSql;
type StepInput = { readonly at: Date; readonly plan: PlanSlice; readonly mostLinks: number };

const nothing = { added: [] };
const attempts = 5;

/**
 * Checks or adds the next slice (`step` in the port). The account is locked first, as by everything
 * that changes more than one of its rows. When another request takes one of the names at the same
 * moment, the slice starts again and then finds the name taken.
 */
export async function stepOf(
  sql: postgres.Sql,
  importId: string,
  given: StepInput,
): Promise<ImportStep> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The next attempt depends on the failure of this one.
      // oxlint-disable-next-line no-await-in-loop
      return await tryStep(sql, importId, given);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === attempts) throw error;
    }
  }
}

async function tryStep(sql: postgres.Sql, importId: string, given: StepInput): Promise<ImportStep> {
  const [found] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM imports WHERE id = ${importId}`;
  if (found === undefined) return { kind: 'ended', ...nothing };

  return sql.begin(async (tx): Promise<ImportStep> => {
    await lockAccount(tx, found.user_id);
    const [row] = await tx<ImportRow[]>`
      SELECT ${importColumns(tx)} FROM imports WHERE id = ${importId} FOR UPDATE SKIP LOCKED`;
    if (row === undefined) return { kind: 'held', ...nothing };
    if (row.state !== 'checking' && row.state !== 'running') return { kind: 'ended', ...nothing };
    const added = await nextSlice(tx, row, given);
    return { kind: row.slices_done + 1 >= row.slices ? 'ended' : 'more', added };
  });
}

async function nextSlice(tx: Tx, row: ImportRow, given: StepInput): Promise<readonly NamedLink[]> {
  const [slice] = await tx<{ file_rows: FileRow[] }[]>`
    SELECT file_rows FROM import_slices
    WHERE import_id = ${row.id} AND place = ${row.slices_done}`;
  const rows = slice?.file_rows ?? [];
  const run = importFromRow(row);
  const planned = given.plan(run, rows);
  const settled = settleRows(run, planned, await factsOf(tx, row, { planned, ...given }));
  const added = row.state === 'running' ? await addSettled(tx, row, { settled, ...given }) : [];
  if (row.state === 'checking') await recordSettled(tx, row, settled.links);
  await recordSlice(tx, row, { rows, settled, at: given.at });
  return added;
}

/**
 * The facts on which the outcome of the rows depends. During an import, the account's row in
 * `link_counts` stays locked until the slice ends.
 */
async function factsOf(
  tx: Tx,
  row: ImportRow,
  { planned, mostLinks }: { readonly planned: PlannedRows; readonly mostLinks: number },
): Promise<SliceFacts> {
  const place = { userId: row.user_id, importId: row.id };
  const { links } = planned;
  return {
    taken: await takenNames(tx, row, links),
    room: await roomOf(tx, row, mostLinks),
    mostLinks,
    refusedTags: await refusedLabels(tx, { ...place, kind: 'tag' }, links),
    refusedFolders: await refusedLabels(tx, { ...place, kind: 'folder' }, links),
    hasDomain: row.domain_number === null || (await isProven(tx, row)),
  };
}

async function takenNames(
  tx: Tx,
  { id, user_id: userId, domain_number: domain }: ImportRow,
  links: readonly PlannedLink[],
): Promise<ReadonlyMap<string, TakenName>> {
  const names = links.flatMap(({ link: { customAlias } }) =>
    customAlias === null ? [] : [foldName(customAlias)],
  );
  if (names.length === 0) return new Map();
  const rows = await tx<{ name: string; destination: string | null }[]>`
    SELECT name, destination FROM import_names
    WHERE import_id = ${id} AND kind = 'alias' AND name = ANY(${names})
    UNION ALL
    SELECT folded_name, original_url FROM link_names
    LEFT JOIN links ON links.id = link_id AND user_id = ${userId}
    WHERE link_names.domain_id = ${domain ?? 0} AND folded_name = ANY(${names})`;
  return new Map(rows.map(({ name, destination }) => [name, { destination }]));
}

async function roomOf(tx: Tx, row: ImportRow, mostLinks: number): Promise<number> {
  if (row.state === 'checking') {
    const [held] = await tx<{ links: number }[]>`
      SELECT links FROM link_counts WHERE user_id = ${row.user_id}`;
    return mostLinks - (held?.links ?? 0) - row.created;
  }
  const [held] = await tx<{ links: number }[]>`
    INSERT INTO link_counts AS held (user_id, links) VALUES (${row.user_id}, 0)
    ON CONFLICT (user_id) DO UPDATE SET links = held.links RETURNING links`;
  return mostLinks - (held?.links ?? 0);
}

async function isProven(tx: Tx, row: ImportRow): Promise<boolean> {
  const found = await tx`
    SELECT 1 FROM domains
    WHERE number = ${row.domain_number} AND user_id = ${row.user_id} AND state = 'proven'
    FOR KEY SHARE`;
  return found.length > 0;
}

async function addSettled(
  tx: Tx,
  row: ImportRow,
  { settled, at, mostLinks }: StepInput & { readonly settled: PlannedRows },
): Promise<readonly NamedLink[]> {
  const { links } = settled;
  const tags = await tagsFor(tx, row.user_id, { links, at });
  const folders = await foldersFor(tx, row.user_id, { links, at });
  return addLinks(
    tx,
    links.map(({ link, tags: names, folder }) => {
      const tagIds = names.flatMap((name) => tags.get(name.toLowerCase()) ?? []);
      const folderId = folder === null ? null : (folders.get(folder.toLowerCase()) ?? null);
      return { ...link, labels: { tagIds, folderId } };
    }),
    { userId: row.user_id, mostLinks },
  );
}

/** Records the names that rows of a check would take, so that later rows find them taken. */
async function recordSettled(tx: Tx, { id, user_id }: ImportRow, links: readonly PlannedLink[]) {
  const place = { userId: user_id, importId: id };
  await recordLabels(tx, { ...place, kind: 'tag' }, links);
  await recordLabels(tx, { ...place, kind: 'folder' }, links);
  const names = links.flatMap(({ link: { customAlias, originalUrl } }) =>
    customAlias === null
      ? []
      : [{ import_id: id, kind: 'alias', name: foldName(customAlias), destination: originalUrl }],
  );
  if (names.length > 0) await tx`INSERT INTO import_names ${tx(names)}`;
}

type Sliced = {
  readonly rows: readonly FileRow[];
  readonly settled: PlannedRows;
  readonly at: Date;
};

/** Stores the outcome of the rows. Of an imported slice, only rows with a problem are kept. */
async function recordSlice(tx: Tx, row: ImportRow, { rows, settled, at }: Sliced): Promise<void> {
  const { problems, links } = settled;
  const withProblem = new Set(problems.map((problem) => problem.row));
  const kept = row.state === 'running' ? rows.filter((each) => withProblem.has(each.row)) : rows;
  await tx`
    UPDATE import_slices SET file_rows = ${tx.json(kept.map(plain))},
      problems = ${tx.json([...problems])}
    WHERE import_id = ${row.id} AND place = ${row.slices_done}`;

  const isEnd = row.slices_done + 1 >= row.slices;
  const after = row.state === 'running' ? 'done' : 'checked';
  const count = (outcome: RowProblem['outcome']) =>
    problems.filter((problem) => problem.outcome === outcome).length;
  await tx`
    UPDATE imports SET
      state = ${isEnd ? after : row.state}, slices_done = slices_done + 1,
      done_rows = done_rows + ${rows.length}, created = created + ${links.length},
      existing = existing + ${count('existing')}, alias_taken = alias_taken + ${count('alias_taken')},
      invalid = invalid + ${count('invalid')}, blocked = blocked + ${count('blocked')},
      "full" = "full" + ${count('full')},
      ended_at = ${isEnd && after === 'done' ? at : null}
    WHERE id = ${row.id}`;
}

function plain({ row, cells }: FileRow) {
  return { row, cells: [...cells] };
}
