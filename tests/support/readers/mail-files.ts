import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { isErrno } from '#core/shared/errno';

/** The mails to a person in a folder of `.eml` files, oldest first. */
export async function mailsIn(folder: string, email: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).toSorted();
  const mails = await Promise.all(
    files.map(async (name) => {
      const text = await readUnlessGone(join(folder, name));
      return text === null ? [] : [await PostalMime.parse(text)];
    }),
  );
  return mails.flat().filter(({ to }) => to?.[0]?.address?.toLowerCase() === email.toLowerCase());
}

/** Null for a file that has just disappeared: deleting an account removes its mails. */
async function readUnlessGone(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The link in a mail with a path; empty when there is none. */
export function linkIn(mail: Pick<Email, 'text'> | undefined, path: string): string {
  return new RegExp(`http\\S+${path}\\?token=\\S+`).exec(mail?.text ?? '')?.[0] ?? '';
}

/** The token of such a link. */
export function tokenOf(link: string): string {
  return URL.parse(link)?.searchParams.get('token') ?? '';
}
