import { patientFetch } from './patient-fetch.ts';

type SavedFile = { readonly url: string; readonly name: string };

/** Downloads a file of the server's and saves it; rejects when it cannot be downloaded. */
export async function saveFile({ url, name }: SavedFile): Promise<void> {
  const answer = await patientFetch(url);
  if (!answer.ok) throw new Error(`The download was answered with ${answer.status}`);
  const local = URL.createObjectURL(await answer.blob());
  const anchor = document.createElement('a');
  anchor.href = local;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(local));
}
