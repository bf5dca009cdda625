import type postgres from 'postgres';
import type { AbuseReport } from '#core/notices/report-abuse';

type Row = {
  readonly id: string;
  readonly url: string;
  readonly reason: string;
  readonly email: string | null;
  readonly created_at: Date;
};

const mostShown = 50;

/** The newest reports of links, newest first. */
export function postgresRecentAbuseReports(sql: postgres.Sql) {
  return async (): Promise<readonly AbuseReport[]> => {
    const rows = await sql<Row[]>`
      SELECT id, url, reason, email, created_at FROM link_reports
      ORDER BY created_at DESC, id LIMIT ${mostShown}`;
    return rows.map(({ created_at: createdAt, ...report }) => ({ ...report, createdAt }));
  };
}
