import type { ReportPage } from '#core/mailed-reports/report-page';
import { secondMs } from '#core/shared/time';
import type { Printed } from './report-pdf.ts';

const limitMs = 20 * secondMs;

/**
 * Writes a report as PDF on a thread of its own, because writing must not delay redirects. The thread
 * ends with the file: reports are mailed seldom, and the library and its fonts need memory. Throws
 * when the page cannot be written within 20 s.
 */
export async function printReport(page: ReportPage): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(new URL('./report-pdf.ts', import.meta.url).href, { ref: false });
  const { promise, resolve, reject } = Promise.withResolvers<Printed>();
  thread.addEventListener('message', ({ data }: MessageEvent<Printed>) => resolve(data));
  thread.addEventListener('error', ({ message }) => reject(new Error(message)));
  const timer = setTimeout(() => reject(new Error('Writing the PDF took too long')), limitMs);
  try {
    thread.postMessage(page);
    const printed = await promise;
    if ('error' in printed) throw new Error(printed.error);
    return printed.pdf;
  } finally {
    clearTimeout(timer);
    thread.terminate();
  }
}
