import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { ForgetMailsPorts } from '#core/notices/forget-mails';
import type { Carrier } from '#core/notices/send-mails';
import type { Log } from '#core/shared/log';
import { messageOf } from './message.ts';

const usualBytes = 16 * 1024;

/**
 * Writes mails into `folder` as `.eml` files for every mail program, readable only by this user,
 * and logs the path. A mail that is delivered twice is one file. A check writes a file of a mail's
 * usual size and removes it.
 */
export function fileCarrier({
  folder,
  from,
  log,
}: {
  folder: string;
  from: string;
  log: Log;
}): Carrier {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  return {
    async carry(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      if (!Buffer.isBuffer(message)) throw new Error('The mail came as a stream');
      const file = join(folder, `${mail.id}.eml`);
      await writeDraft(`${file}.draft`, message);
      await rename(`${file}.draft`, file);
      log.info('a mail was written to a file because SMTP_URL is not set', { file });
    },
    async check() {
      const probe = join(folder, '.probe');
      try {
        await writeDraft(probe, Buffer.alloc(usualBytes));
      } finally {
        await rm(probe, { force: true });
      }
    },
  };

  async function writeDraft(path: string, bytes: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
  }
}

const mailFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.draft)?$/;

/** The mails in `folder`, including drafts that a kill left behind. Other files are ignored. */
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
