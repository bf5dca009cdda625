import type { ReportPage } from '#core/mailed-reports/report-page';
import { reportPdf } from './report-pdf.ts';

declare const self: Worker;

export type Printed = { readonly pdf: Uint8Array<ArrayBuffer> } | { readonly error: string };

/** Writes one file: the root of a Worker. */
self.addEventListener('message', ({ data }: MessageEvent<ReportPage>) => {
  const answer = (printed: Printed) => self.postMessage(printed);
  void reportPdf(data).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});
