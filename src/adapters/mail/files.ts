import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { ForgetMailsPorts } from '#core/notices/forget-mails';
import type { Carry } from '#core/notices/send-mails';
import type { Log } from '#core/shared/log';
import { messageOf } from './message.ts';

/**
 * Writes mails into `folder` as `.eml` files that any mail program opens, readable by this user
 * alone, and says where. A mail that is handed over twice is one file.
 */
export function fileCarrier({
  folder,
  from,
  log,
}: {
  folder: string;
  from: string;
  log: Log;
}): Carry {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    if (!Buffer.isBuffer(message)) throw new Error('The mail came as a stream');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${mail.id}.eml`);
    await writeFile(`${file}.draft`, message, { mode: 0o600, flush: true });
    await rename(`${file}.draft`, file);
    log.info('a mail is in a file, since no SMTP_URL is set', { file });
  };
}

const mailFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.draft)?$/;

/** The mails that lie in `folder`, drafts that a kill left included. Other files are nobody's. */
export function mailFiles(folder: string): ForgetMailsPorts['files'] {
  return {
    async ids() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = await readdir(folder);
      const ids = names.flatMap((name) => mailFile.exec(name)?.[1] ?? []);
      return [...new Set(ids)];
    },
    async remove(id) {
      const file = join(folder, `${id}.eml`);
      await Promise.all([rm(file, { force: true }), rm(`${file}.draft`, { force: true })]);
    },
  };
}
