import type postgres from 'postgres';
import type { ContactMessage } from '#core/notices/contact-support';

type Row = Omit<ContactMessage, 'userId' | 'createdAt'> & {
  readonly user_id: string | null;
  readonly created_at: Date;
};

const mostShown = 50;

/** The newest messages to support, newest first. */
export function postgresRecentMessages(sql: postgres.Sql) {
  return async (): Promise<readonly ContactMessage[]> => {
    const rows = await sql<Row[]>`
      SELECT id, user_id, name, email, subject, message, created_at FROM contact_messages
      ORDER BY created_at DESC, id LIMIT ${mostShown}`;
    return rows.map(({ user_id: userId, created_at: createdAt, ...message }) => ({
      ...message,
      userId,
      createdAt,
    }));
  };
}
