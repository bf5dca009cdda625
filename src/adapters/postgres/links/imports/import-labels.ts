import type postgres from 'postgres';
import { mostFolders } from '#contract/links/labels';
import { mostTags } from '#contract/links/labels';
import { colorOfNext } from '#core/links/labels';
import type { PlannedLink } from '#core/links/imports/plan-rows';

type Tx = postgres.TransactionSql;
type Kind = 'tag' | 'folder';
type Place = { readonly kind: Kind; readonly userId: string; readonly importId: string };

const tables = { tag: 'tags', folder: 'folders' } as const;
const most = { tag: mostTags, folder: mostFolders };

/**
 * The labels of the rows that would exceed the account's limit, in lower case. During a check, the
 * labels of rows that were checked before count too.
 */
export async function refusedLabels(
  tx: Tx,
  { kind, userId, importId }: Place,
  links: readonly PlannedLink[],
): Promise<ReadonlySet<string>> {
  const names = namesOf(links, kind);
  if (names.length === 0) return new Set();
  const ids = await idsOf(tx, { kind, userId }, names);
  const [held] = await tx<{ count: number; seen: string[] }[]>`
    SELECT (SELECT count(*)::int FROM ${tx(tables[kind])} WHERE user_id = ${userId}) AS count,
      ARRAY(SELECT name FROM import_names WHERE import_id = ${importId} AND kind = ${kind}) AS seen`;
  const seen = new Set(held?.seen);
  const fresh = names.map(lower).filter((name) => !ids.has(name) && !seen.has(name));
  return new Set(fresh.slice(Math.max(0, most[kind] - (held?.count ?? 0) - seen.size)));
}

/** Records the labels that rows of a check would add. */
export async function recordLabels(
  tx: Tx,
  place: Place,
  links: readonly PlannedLink[],
): Promise<void> {
  const { kind, importId } = place;
  const names = namesOf(links, kind);
  const ids = await idsOf(tx, place, names);
  const fresh = names.map(lower).filter((name) => !ids.has(name));
  if (fresh.length === 0) return;
  const rows = fresh.map((name) => ({ import_id: importId, kind, name }));
  await tx`INSERT INTO import_names ${tx(rows)} ON CONFLICT DO NOTHING`;
}

/** The ids of the rows' tags by their names in lower case; they exist from now on. */
export async function tagsFor(
  tx: Tx,
  userId: string,
  { links, at }: { readonly links: readonly PlannedLink[]; readonly at: Date },
): Promise<ReadonlyMap<string, string>> {
  const names = namesOf(links, 'tag');
  const known = await idsOf(tx, { kind: 'tag', userId }, names);
  const fresh = names.filter((name) => !known.has(lower(name)));
  if (fresh.length === 0) return known;
  const [held] = await tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM tags WHERE user_id = ${userId}`;
  const rows = fresh.map((name, place) => ({
    name,
    color: colorOfNext((held?.count ?? 0) + place),
  }));
  await tx`
    INSERT INTO tags (id, user_id, name, color, created_at)
    SELECT gen_random_uuid(), ${userId}, name, color, ${at}::timestamptz
    FROM jsonb_to_recordset(${tx.json(rows)}) AS fresh (name text, color text)
    ON CONFLICT DO NOTHING`;
  return idsOf(tx, { kind: 'tag', userId }, names);
}

/** The ids of the rows' folders by their names in lower case; they exist from now on. */
export async function foldersFor(
  tx: Tx,
  userId: string,
  { links, at }: { readonly links: readonly PlannedLink[]; readonly at: Date },
): Promise<ReadonlyMap<string, string>> {
  const names = namesOf(links, 'folder');
  const known = await idsOf(tx, { kind: 'folder', userId }, names);
  const fresh = names.filter((name) => !known.has(lower(name)));
  if (fresh.length === 0) return known;
  await tx`
    INSERT INTO folders (id, user_id, name, created_at)
    SELECT gen_random_uuid(), ${userId}, name, ${at}::timestamptz
    FROM unnest(${fresh}::text[]) AS name
    ON CONFLICT DO NOTHING`;
  return idsOf(tx, { kind: 'folder', userId }, names);
}

/** The different names of the rows' labels, in their order. */
function namesOf(links: readonly PlannedLink[], kind: Kind): string[] {
  const all = links.flatMap(({ tags, folder }) =>
    kind === 'tag' ? tags : folder === null ? [] : [folder],
  );
  const first = new Map<string, string>();
  for (const name of all) if (!first.has(lower(name))) first.set(lower(name), name);
  return [...first.values()];
}

async function idsOf(
  tx: Tx,
  { kind, userId }: Pick<Place, 'kind' | 'userId'>,
  names: string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await tx<{ text: string; id: string }[]>`
    SELECT asked.text, label.id
    FROM unnest(${names}::text[]) AS asked (text), ${tx(tables[kind])} AS label
    WHERE label.user_id = ${userId} AND lower(label.name) = lower(asked.text)`;
  return new Map(rows.map(({ text, id }) => [lower(text), id]));
}

function lower(name: string): string {
  return name.toLowerCase();
}
