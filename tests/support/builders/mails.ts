import { write, type Mail } from '#core/shared/mail';
import { dayMs } from '#core/shared/time';

/** A mail with its own event. */
export function someMail(more: Partial<Mail> = {}): Mail {
  const createdAt = more.createdAt ?? new Date(Date.UTC(2026, 5, 1, 12));
  return {
    ...write({
      subject: 'What happened',
      greeting: 'Hello Ada & <b>Łukasz</b> 🙂,',
      paragraphs: ['Something happened.'],
      action: { label: 'Look at it', url: 'https://app.example/look?a=1&b=2' },
      closing: 'That was all.',
    }),
    id: Bun.randomUUIDv7(),
    eventKey: `event ${crypto.randomUUID()}`,
    to: 'ada@example.com',
    createdAt,
    givesUpAt: new Date(createdAt.getTime() + dayMs),
    ...more,
  };
}
