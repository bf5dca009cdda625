import type { Sql } from '#adapters/postgres/connect';
import { postgresOutbox } from '#adapters/postgres/notices/outbox';
import type { Mail } from '#core/shared/mail';
import { minuteMs } from '#core/shared/time';
import { testSeal } from '#tests/support/seal';

/** Takes all mails due by then, in the order of their causes; afterwards none waits. */
export async function mailsIn(sql: Sql, nowMs: number): Promise<Mail[]> {
  const outbox = postgresOutbox(sql, testSeal);
  const now = new Date(nowMs);
  const found: Mail[] = [];
  for (;;) {
    const due = await outbox.take(now, new Date(nowMs + minuteMs));
    if (due === null) return found;
    found.push(due.mail);
    await outbox.settle(due.mail.id, now);
  }
}
