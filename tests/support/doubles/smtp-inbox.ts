import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type Received = {
  /** The recipients of the envelope, in order. */
  readonly recipients: readonly string[];
  readonly sender: string;
  readonly mail: Email;
};

/** How the server answers a mail. */
type Mood = 'takes' | 'refuses for now' | 'refuses for good' | 'greets with 421';

/** A real SMTP server on this machine that keeps everything it received. */
export function smtpInbox() {
  const received: Received[] = [];
  const state: { mood: Mood } = { mood: 'takes' };
  const take = async (stream: Readable, { envelope }: SMTPServerSession): Promise<null> => {
    const mail = await PostalMime.parse(await buffer(stream));
    if (state.mood !== 'takes') throw refusal(state.mood);
    const { mailFrom, rcptTo } = envelope;
    const recipients = rcptTo.map(({ address }) => address);
    received.push({ recipients, sender: mailFrom === false ? '' : mailFrom.address, mail });
    return null;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      done(state.mood === 'greets with 421' ? refusal(state.mood) : null);
    },
    onData(stream, session, done) {
      const taken = take(stream, session);
      void answer(taken, done);
    },
  });
  server.on('error', () => {});

  return {
    received,
    state,
    /** Listens at `port`, or a free one; returns its address as an SMTP_URL. */
    async open(port = 0): Promise<string> {
      const listening = Promise.withResolvers<void>();
      server.listen(port, '127.0.0.1', listening.resolve);
      await listening.promise;
      const address = server.server.address();
      if (address === null || typeof address === 'string') throw new Error('No port');
      return `smtp://127.0.0.1:${address.port}`;
    },
    async close(): Promise<void> {
      const closed = Promise.withResolvers<void>();
      server.close(closed.resolve);
      await closed.promise;
    },
  };
}

/** Sends the result of a mail to the SMTP client. */
async function answer(taken: Promise<null>, done: (error: Error | null) => void): Promise<void> {
  const failure = await taken.catch((error: unknown) =>
    error instanceof Error ? error : new Error('unread'),
  );
  done(failure);
}

const responseCodes = { 'refuses for now': 451, 'refuses for good': 550, 'greets with 421': 421 };

function refusal(mood: Exclude<Mood, 'takes'>): Error {
  return Object.assign(new Error('Not taken'), { responseCode: responseCodes[mood] });
}
