import { patientFetch } from './patient-fetch.ts';

type SavedFile = {
  readonly url: string;
  readonly name: string;
  /** Excel reads a CSV file as UTF-8 only when it begins with a byte order mark. */
  readonly isForExcel?: boolean;
};

/** Downloads a file from the server and saves it; rejects when the download fails. */
export async function saveFile({ url, name, isForExcel = false }: SavedFile): Promise<void> {
  const answer = await patientFetch(url);
  if (!answer.ok) throw new Error(`The download was answered with ${answer.status}`);
  const content = await answer.blob();
  saveBlob(isForExcel ? forExcel(content) : content, name);
}

/** A file of CSV with the byte order mark that Excel needs. */
export function forExcel(content: BlobPart): Blob {
  return new Blob(['\uFEFF', content]);
}

/** Saves content under this name in the person's downloads. */
export function saveBlob(content: Blob, name: string): void {
  const local = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = local;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(local));
}
