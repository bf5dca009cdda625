import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The lines of a PDF as Firefox's reader reads them, and how many pages it has. */
export async function pdfText(
  pdf: Uint8Array,
): Promise<{ readonly pages: number; readonly texts: readonly string[] }> {
  const document = await getDocument({ data: pdf.slice() }).promise;
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const contents = await Promise.all(
    pages.map(async (number) => (await document.getPage(number)).getTextContent()),
  );
  await document.cleanup();
  const texts = contents.flatMap(({ items }) =>
    items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
  );
  return { pages: document.numPages, texts };
}
