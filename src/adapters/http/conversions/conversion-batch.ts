import * as contract from '#contract/conversions/programs';
import type { Answer } from '#contract/route';
import type { ConversionPorts } from '#core/conversions/ports';
import { type Receipt, reportConversion } from '#core/conversions/reports/report-conversion';
import { nthId } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import { parsed } from '#adapters/http/frame/parsed';
import { refusalJson } from '#adapters/http/frame/problem';

type Result = Answer<typeof contract.reportConversions>['results'][number];

type Batch = Pick<Receipt, 'source'> & {
  readonly conversions: readonly unknown[];
  /** The id of the first conversion. */
  readonly first: string;
  readonly requestId: string;
};

/** Records the reports of a batch at once, each as the single call would. */
export function reportBatch(
  { appUrl, ...ports }: ConversionPorts & { readonly appUrl: string },
  userId: string,
  { conversions, first, source, requestId }: Batch,
): Promise<readonly Result[]> {
  return Promise.all(
    conversions.map(async (sent, index): Promise<Result> => {
      try {
        const report = parsed(contract.ConversionReport, sent, { isStrict: true });
        const id = nthId(first, index);
        await reportConversion(ports, userId, { report, id, source, certainty: 'synced' });
        return { status: 202, conversion: { id }, problem: null };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const problem = refusalJson(error, { appUrl, requestId });
        return { status: problem.status, conversion: null, problem };
      }
    }),
  );
}
