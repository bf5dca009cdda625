import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const PdfText = z.object({ pages: z.int(), texts: z.array(z.string()) });
export type PdfText = z.infer<typeof PdfText>;

const script = fileURLToPath(import.meta.resolve('#tests/support/processes/read-pdf'));

/**
 * The lines of a PDF as Firefox's reader reads them, and how many pages it has. The reader replaces
 * parts of the global object, after which requests with a body are never answered here: it has a
 * process of its own.
 */
export async function pdfText(pdf: Uint8Array): Promise<PdfText> {
  const reader = Bun.spawn([process.execPath, script], { stdin: pdf, stderr: 'inherit' });
  return PdfText.parse(await new Response(reader.stdout).json());
}
