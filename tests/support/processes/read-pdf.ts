// Reads the PDF on standard input, and writes its text as JSON: `pdfText` starts it.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PdfText } from '#tests/support/readers/pdf-text';

const document = await getDocument({ data: await Bun.stdin.bytes() }).promise;
const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
const contents = await Promise.all(
  numbers.map(async (number) => (await document.getPage(number)).getTextContent()),
);
const texts = contents.flatMap(({ items }) =>
  items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
);
const read: PdfText = { pages: document.numPages, texts };
await Bun.write(Bun.stdout, JSON.stringify(read));
