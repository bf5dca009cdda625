import type { NewId } from '#core/shared/ids';
import { type Mail, write } from '#core/shared/mail';
import { mailName } from '#core/shared/mail-name';
import { refuseFlood, type SharedRateLimit } from '#core/shared/limits/rate-limit';
import { dayMs, type Clock } from '#core/shared/time';

/** A message from a person to the operator of this instance. */
export type ContactMessage = {
  readonly id: string;
  /** Null when the sender was not signed in. */
  readonly userId: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  /** With its line breaks. */
  readonly message: string;
  readonly createdAt: Date;
};

export type ContactSupportPorts = {
  readonly messages: {
    /** Stores the message and queues its mail, if there is one, in one transaction. */
    add(message: ContactMessage, mail: Mail | null): Promise<void>;
  };
  /** Limit of messages of one person, or of one network address when not signed in. */
  readonly perSender: SharedRateLimit;
  /** The address that gets the messages; null: they are only stored. */
  readonly supportEmail: string | null;
  readonly newId: NewId;
  readonly clock: Clock;
};

/** The message's text and its sender. */
export type ContactInput = Pick<
  ContactMessage,
  'userId' | 'name' | 'email' | 'subject' | 'message'
> & { readonly address: string };

/** How long the outbox retries a support mail. The stored message remains. */
export const supportMailLifeMs = 7 * dayMs;
/** The message for a sender over the limit `perSender`. */
export const tooManyMessages = 'Too many messages. Please try again later.';

/**
 * Stores a message to support and mails it, with the sender as the reply address. Returns its id.
 * Refuses `too_many_requests`.
 */
export type ContactSupport = (input: ContactInput) => Promise<string>;

export function contactSupport(ports: ContactSupportPorts): ContactSupport {
  const { messages, perSender, supportEmail, newId, clock } = ports;

  return async ({ address, ...words }) => {
    const nowMs = clock.now();
    refuseFlood(await perSender.waitSeconds(words.userId ?? address, nowMs), tooManyMessages);

    const message = { ...words, id: newId(nowMs), createdAt: new Date(nowMs) };
    await messages.add(message, supportEmail === null ? null : mailOf(message, supportEmail));
    return message.id;
  };
}

function mailOf(message: ContactMessage, supportEmail: string): Mail {
  const { id, userId, name, email, subject, createdAt } = message;
  const content = {
    subject: `Support: ${subject}`,
    greeting: `${mailName(name) ?? 'Somebody'} <${email}> writes:`,
    paragraphs: paragraphsOf(message.message),
    action: null,
    closing: `${userId === null ? 'Not signed in' : `Account ${userId}`}. Reply to this email to answer them.`,
  };
  return {
    ...write(content),
    id,
    eventKey: `contact message ${id}`,
    to: supportEmail,
    replyTo: email,
    createdAt,
    givesUpAt: new Date(createdAt.getTime() + supportMailLifeMs),
  };
}

/** The lines of a text, without empty ones. */
export function paragraphsOf(text: string): string[] {
  const lines = text.split(/[\r\n]/).map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
