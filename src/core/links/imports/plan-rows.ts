import { aliasTakenMessage, linkLimitMessage } from '#core/links/create-and-edit';
import type { ImportPorts, NewLink } from '#core/links/ports';
import { foldName } from '#core/links/names/alias';
import { checkLink } from '#core/links/check-link';
import { checkTogether } from '#core/links/check-together';
import { rulesOn } from '#core/links/choose-domain';
import type { LinkDefaults } from '#contract/accounts/settings';
import type { LinkDomain } from '#core/links/link-domain';
import { readLabelName } from '#core/links/labels';
import { completed, newLink, unset } from '#core/links/new-link';
import { type Issue, Refusal } from '#core/shared/refusal';
import type { ImportField, ImportMapping } from '#contract/links/imports';
import type { RowProblem } from '#contract/links/imports';
import type { FileRow } from './import-run.ts';
import { readRow } from './read-row.ts';

/** The link that a valid row can become. */
export type PlannedLink = {
  readonly row: number;
  readonly link: NewLink;
  readonly tags: readonly string[];
  readonly folder: string | null;
  /** The column that the alias is from. */
  readonly aliasColumn: string | null;
};

export type PlannedRows = {
  readonly links: readonly PlannedLink[];
  readonly problems: readonly RowProblem[];
};

type PlanPorts = Pick<ImportPorts, 'rules' | 'newId' | 'randomBytes'>;

/** The import that the rows belong to. */
export type PlanOf = {
  readonly userId: string;
  readonly columns: readonly string[];
  readonly mapping: ImportMapping;
  readonly formatId: string | null;
  readonly domain: LinkDomain | null;
  readonly defaults: LinkDefaults;
  readonly nowMs: number;
};

/**
 * Checks rows against the rules of new links. It reads no database; `settleRows` decides which
 * names are free.
 */
export function planRows(ports: PlanPorts, of: PlanOf, rows: readonly FileRow[]): PlannedRows {
  const planned = rows.map((row) => planRow(ports, of, row));
  return {
    links: planned.flatMap((each) => ('link' in each ? [each] : [])),
    problems: planned.flatMap((each) => ('outcome' in each ? [each] : [])),
  };
}

function planRow(ports: PlanPorts, of: PlanOf, { row, cells }: FileRow): PlannedLink | RowProblem {
  const rules = rulesOn(ports.rules, of.domain);
  const { readDestination } = rules;
  const { mapping, formatId, nowMs } = of;
  const read = readRow(cells, { mapping, formatId, readDestination, nowMs });
  const problem = (found: Found) => problemOf(of, { row, cells }, found);
  if (read.kind === 'refused') return problem({ outcome: 'invalid', issues: read.issues });

  try {
    const { link: input, createdAt, importedClicks } = read.input;
    const change = checkLink(completed(input, of.defaults, of.nowMs), rules);
    // A link that had expired at the other service stays expired.
    const before = { ...unset, expiresAt: change.expiresAt ?? null };
    const checked = checkTogether({ ...change, domain: of.domain }, before, of.nowMs);
    const link = newLink(ports, of, checked);
    return {
      row,
      link: { ...link, importedClicks, createdAt: createdAt ?? link.createdAt },
      tags: (input.tags ?? []).map(storedName),
      folder: input.folder ? storedName(input.folder) : null,
      aliasColumn: columnOf(of, cells, 'customAlias'),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const outcome = error.code === 'blocked' ? 'blocked' : 'invalid';
    return problem({ outcome, issues: error.issues });
  }
}

/** The labels were checked before. */
function storedName(text: string): string {
  const read = readLabelName(text);
  return read.kind === 'name' ? read.name : text;
}

/** A row can have an issue in every cell. */
const shownIssues = 3;

type Found = Pick<RowProblem, 'outcome'> & { readonly issues: readonly Issue[] };

function problemOf(of: PlanOf, { row, cells }: FileRow, { outcome, issues }: Found): RowProblem {
  const [first] = issues;
  const message = issues
    .slice(0, shownIssues)
    .map((issue) => issue.message)
    .join('. ');
  return { row, outcome, column: first ? columnOf(of, cells, first.path) : null, message };
}

/** The column of an issue's path, such as `customAlias` or `tags.2`. */
function columnOf(
  { columns, mapping }: PlanOf,
  cells: readonly string[],
  path: string,
): string | null {
  const [field = ''] = path.split('.');
  const placeOf = (wanted: string) => mapping.findIndex((mapped) => mapped === wanted);
  if (field !== 'customAlias') return columns[placeOf(field)] ?? null;
  const hasAlias = (cells[placeOf('alias')] ?? '').trim() !== '';
  return columns[placeOf(hasAlias ? 'alias' : 'shortUrl')] ?? null;
}

/** A name that is taken, in its folded form. */
export type TakenName = {
  /** The destination of its link; null: the link is gone, or belongs to another account. */
  readonly destination: string | null;
};

/** What the database knows about the rows of a slice. */
export type SliceFacts = {
  /** The names that are taken among the aliases of the rows, by their folded form. */
  readonly taken: ReadonlyMap<string, TakenName>;
  /** Links that the account can still add. */
  readonly room: number;
  readonly mostLinks: number;
  /** Labels that would exceed the account's limit of labels, in lower case. */
  readonly refusedTags: ReadonlySet<string>;
  readonly refusedFolders: ReadonlySet<string>;
  /** False: the domain of the import was removed. */
  readonly hasDomain: boolean;
};

/**
 * Decides which of the planned rows become links: the first row with a free alias gets it, while the
 * account has room.
 */
export function settleRows(
  of: Pick<PlanOf, 'columns' | 'mapping'>,
  planned: PlannedRows,
  facts: SliceFacts,
): PlannedRows {
  const taken = new Map(facts.taken);
  const links: PlannedLink[] = [];
  const problems = [...planned.problems];
  for (const each of planned.links) {
    const problem = refusalOf(each, { of, facts, taken, added: links.length });
    if (problem !== null) {
      problems.push({ row: each.row, ...problem });
      continue;
    }
    links.push(each);
    const { customAlias, originalUrl } = each.link;
    if (customAlias !== null) taken.set(foldName(customAlias), { destination: originalUrl });
  }
  return { links, problems: problems.toSorted((left, right) => left.row - right.row) };
}

type Settling = {
  readonly of: Pick<PlanOf, 'columns' | 'mapping'>;
  readonly facts: SliceFacts;
  readonly taken: ReadonlyMap<string, TakenName>;
  readonly added: number;
};

function refusalOf(
  { link, tags, folder, aliasColumn }: PlannedLink,
  { of, facts, taken, added }: Settling,
): Omit<RowProblem, 'row'> | null {
  const column = (field: ImportField) => of.columns[of.mapping.indexOf(field)] ?? null;
  const name = link.customAlias === null ? undefined : taken.get(foldName(link.customAlias));
  if (name?.destination === link.originalUrl) {
    return { outcome: 'existing', column: null, message: 'You have this link already' };
  }
  if (name !== undefined) {
    return { outcome: 'alias_taken', column: aliasColumn, message: aliasTakenMessage };
  }
  if (!facts.hasDomain) {
    return { outcome: 'invalid', column: null, message: 'The domain of the import was removed' };
  }
  if (tags.some((tag) => facts.refusedTags.has(tag.toLowerCase()))) {
    return {
      outcome: 'invalid',
      column: column('tags'),
      message: 'Your account has too many tags',
    };
  }
  if (folder !== null && facts.refusedFolders.has(folder.toLowerCase())) {
    const message = 'Your account has too many folders';
    return { outcome: 'invalid', column: column('folder'), message };
  }
  if (added < facts.room) return null;
  return { outcome: 'full', column: null, message: linkLimitMessage(facts.mostLinks) };
}
