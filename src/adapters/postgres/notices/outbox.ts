import type postgres from 'postgres';
import { z } from 'zod';
import type { ForgetMailsPorts } from '#core/notices/forget-mails';
import type { Outbox } from '#core/notices/send-mails';
import type { Mail } from '#core/shared/mail';
import { dayMs, hourMs } from '#core/shared/time';

/** Encrypts the content of a mail while it is stored. */
export type MailSeal = {
  close(text: string): Uint8Array;
  /** Throws when another installation encrypted the bytes. */
  open(bytes: Uint8Array): string;
};

/** A seal whose key changes: its output begins with the newest key's id. */
export type ChangingSeal = MailSeal & { readonly keyId: Uint8Array };

type DueRow = {
  readonly id: string;
  readonly event_key: string;
  readonly sealed: Uint8Array;
  readonly created_at: Date;
  readonly gives_up_at: Date;
  readonly attempts: number;
};

const words = z.object({
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z
    .array(
      z.object({
        fileName: z.string(),
        type: z.string(),
        base64: z.string(),
        cid: z.string().optional(),
      }),
    )
    .optional(),
  unsubscribeUrl: z.string().optional(),
});

/** No event is repeated after this time. */
const memoryMs = 30 * dayMs;
/** Retry interval for a mail that no known key decrypts: the operator may add the key. */
const unopenedPauseMs = hourMs;
const resealedAtOnce = 100;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/**
 * The outbox in Postgres. A mail whose key is not known any more is skipped for an hour at a time,
 * and `reportUnopened` is called with its id.
 */
export function postgresOutbox(
  sql: postgres.Sql,
  seal: MailSeal,
  reportUnopened: (id: string) => void = () => {},
): Outbox & ForgetMailsPorts['outbox'] {
  const postpone = async (id: string, dueAt: Date): Promise<void> => {
    await sql`UPDATE outbox SET due_at = ${dueAt} WHERE id = ${id} AND settled_at IS NULL`;
  };

  return {
    async take(at, leaseUntil) {
      await forget(sql, at);
      for (;;) {
        const row = await takeRow(sql, at, leaseUntil);
        if (row === null) return null;
        const text = openedBy(seal, row.sealed);
        if (text !== null) return { mail: mailOf(row, text), failures: row.attempts - 1 };
        reportUnopened(row.id);
        await postpone(row.id, new Date(at.getTime() + unopenedPauseMs));
      }
    },

    async cameSince(since) {
      const [row] = await sql<{ came: boolean }[]>`
        SELECT EXISTS (
          SELECT FROM outbox WHERE settled_at IS NULL AND created_at > ${since}) AS came`;
      return row?.came === true;
    },

    async unknownOf(ids) {
      const rows = await sql<{ id: string }[]>`
        SELECT id FROM unnest(${[...ids]}::uuid[]) AS file (id)
        WHERE NOT EXISTS (SELECT FROM outbox WHERE outbox.id = file.id)`;
      return rows.map(({ id }) => id);
    },

    async settle(id, at) {
      await sql`UPDATE outbox SET settled_at = ${at}, sealed = NULL WHERE id = ${id}`;
    },

    postpone,

    async release(id, dueAt) {
      await sql`
        UPDATE outbox SET due_at = ${dueAt}, attempts = attempts - 1
        WHERE id = ${id} AND settled_at IS NULL`;
    },
  };
}

/**
 * Encrypts all waiting mails again under the newest key. Those that no known key decrypts stay as
 * they are, and a mail that is settled meanwhile stays settled.
 */
export function resealMails(sql: postgres.Sql, seal: ChangingSeal) {
  return async (): Promise<void> => {
    for (let after: string | undefined = beforeAllIds; after !== undefined;) {
      const rows: Pick<DueRow, 'id' | 'sealed'>[] = await sql`
        SELECT id, sealed FROM outbox
        WHERE settled_at IS NULL AND id > ${after}
          AND substring(sealed FROM 1 FOR ${seal.keyId.length}) <> ${seal.keyId}
        ORDER BY id LIMIT ${resealedAtOnce}`;
      for (const { id, sealed } of rows) {
        const text = openedBy(seal, sealed);
        if (text === null) continue;
        await sql`
          UPDATE outbox SET sealed = ${seal.close(text)} WHERE id = ${id} AND sealed = ${sealed}`;
      }
      after = rows.length === resealedAtOnce ? rows.at(-1)?.id : undefined;
    }
  };
}

async function takeRow(sql: postgres.Sql, at: Date, leaseUntil: Date): Promise<DueRow | null> {
  const [row] = await sql<DueRow[]>`
    UPDATE outbox SET due_at = ${leaseUntil}, attempts = attempts + 1
    WHERE id = (
      SELECT id FROM outbox WHERE settled_at IS NULL AND due_at <= ${at}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, event_key, sealed, created_at, gives_up_at, attempts`;
  return row ?? null;
}

/** Null when no known key decrypts the bytes. */
function openedBy(seal: MailSeal, sealed: Uint8Array): string | null {
  try {
    return seal.open(sealed);
  } catch {
    return null;
  }
}

/**
 * Adds a mail to the outbox in the caller's transaction, unless there was one for its event before.
 */
export async function queueMail(
  tx: postgres.TransactionSql,
  { mail, userId, seal }: { mail: Mail; userId: string | null; seal: MailSeal },
): Promise<void> {
  const { to, replyTo, subject, text, html, attachments, unsubscribeUrl } = mail;
  const content = { to, replyTo, subject, text, html, attachments, unsubscribeUrl };
  const sealed = seal.close(JSON.stringify(content));
  await tx`
    INSERT INTO outbox (id, event_key, user_id, sealed, created_at, gives_up_at, due_at)
    VALUES (
      ${mail.id}, ${mail.eventKey}, ${userId}, ${sealed}, ${mail.createdAt}, ${mail.givesUpAt},
      ${mail.createdAt})
    ON CONFLICT (event_key) DO NOTHING`;
}

async function forget(sql: postgres.Sql, at: Date): Promise<void> {
  await sql`
    WITH over AS (
      DELETE FROM outbox WHERE settled_at < ${new Date(at.getTime() - memoryMs)})
    UPDATE outbox SET settled_at = ${at}, sealed = NULL
    WHERE settled_at IS NULL AND due_at <= ${at} AND gives_up_at <= ${at}`;
}

function mailOf(row: DueRow, text: string): Mail {
  return {
    ...words.parse(JSON.parse(text)),
    id: row.id,
    eventKey: row.event_key,
    createdAt: row.created_at,
    givesUpAt: row.gives_up_at,
  };
}
