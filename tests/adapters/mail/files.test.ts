import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { fileCarrier, mailFiles } from '#adapters/mail/files';
import { memoryLog } from '#tests/support/calls';
import { someMail } from '#tests/support/builders/mails';
import { tempFolder } from '#tests/support/temp-folder';

test('a mail is one file, readable only by its owner, and the log has its path but not its recipient', async () => {
  using temp = tempFolder();
  const log = memoryLog();
  const folder = join(temp.path, 'mail');
  const { carry } = fileCarrier({ folder, from: 'Waypost <post@go.example>', log });
  const mail = someMail();

  await carry(mail);
  await carry(mail);

  const file = join(folder, `${mail.id}.eml`);
  expect(readdirSync(folder)).toEqual([`${mail.id}.eml`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const read = await PostalMime.parse(readFileSync(file));
  expect(read.text?.trim()).toBe(mail.text.trim());
  expect(read).toMatchObject({
    to: [{ name: '', address: 'ada@example.com' }],
    subject: 'What happened',
  });
  expect(log.lines[0]).toContain(file);
  expect(log.lines.join()).not.toContain('ada@example.com');
});

test('[complete-erasure] mail files are found and removed, drafts too, and no other files', async () => {
  using temp = tempFolder();
  const folder = join(temp.path, 'mail');
  const { carry } = fileCarrier({ folder, from: 'post@go.example', log: memoryLog() });
  const files = mailFiles(folder);
  expect(await files.ids()).toEqual([]);
  const [one, other, draft] = [someMail(), someMail(), someMail()];
  await carry(one);
  await carry(other);
  writeFileSync(join(folder, `${draft.id}.eml.draft`), 'half');
  writeFileSync(join(folder, 'notes.eml'), 'somebody else’s');

  expect((await files.ids()).toSorted()).toEqual([one.id, other.id, draft.id].toSorted());
  await files.remove(one.id);
  await files.remove(one.id);
  await files.remove(draft.id);

  expect(readdirSync(folder).toSorted()).toEqual([`${other.id}.eml`, 'notes.eml'].toSorted());
});

test('a folder that is not writable is detected, and the check leaves no file', async () => {
  using temp = tempFolder();
  const at = (folder: string) =>
    fileCarrier({ folder, from: 'post@go.example', log: memoryLog() }).check();
  const taken = join(temp.path, 'taken');
  writeFileSync(taken, 'a file where the folder should be');

  await at(join(temp.path, 'mail'));
  const failure = await at(taken).catch((error: unknown) => error);

  expect(readdirSync(join(temp.path, 'mail'))).toEqual([]);
  expect(failure).toBeInstanceOf(Error);
});
