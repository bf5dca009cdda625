import {
  type Annotation,
  mostAnnotations,
  mostStatements,
  mostViews,
  type SavedStatement,
  type SavedView,
} from '#contract/analytics/saved';
import type { SavedPorts } from '#core/analytics/saved';
import { type ListParts, postgresAccountList } from '#adapters/postgres/account-list';

/** What an account saves in analytics, in Postgres. */
export function postgresSaved(parts: ListParts): SavedPorts {
  const { sql } = parts;
  const oldestFirst = sql`created_at, id`;
  return {
    views: postgresAccountList<SavedView>(parts, {
      table: 'saved_views',
      columns: sql`id, name, query, version::float8 AS version`,
      order: oldestFirst,
      most: mostViews,
      one: 'saved view',
      many: 'saved views',
    }),
    annotations: postgresAccountList<Annotation>(parts, {
      table: 'annotations',
      columns: sql`id, to_char(annotations.date, 'YYYY-MM-DD') AS date, text`,
      order: sql`annotations.date, id`,
      most: mostAnnotations,
      one: 'note',
      many: 'notes',
    }),
    statements: postgresAccountList<SavedStatement>(parts, {
      table: 'saved_statements',
      columns: sql`id, name, query`,
      order: oldestFirst,
      most: mostStatements,
      one: 'saved statement',
      many: 'saved statements',
    }),
  };
}
