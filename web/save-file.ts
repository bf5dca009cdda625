import { askFile } from './api.ts';

type SavedFile = {
  readonly url: string;
  readonly name: string;
  /** Excel reads a CSV file as UTF-8 only when it begins with a byte order mark. */
  readonly isForExcel?: boolean;
};

/** Downloads a file from the server and saves it. Throws as `call` does. */
export async function saveFile({ url, name, isForExcel = false }: SavedFile): Promise<void> {
  const content = await askFile(url);
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
