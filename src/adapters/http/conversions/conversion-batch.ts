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

/** Reports of one batch that are recorded together. Each finds its link by a connection of the pool. */
const atOnce = 4;

/** Records the reports of a batch, each as the single call would. */
export async function reportBatch(
  { appUrl, ...ports }: ConversionPorts & { readonly appUrl: string },
  userId: string,
  { conversions, first, source, requestId }: Batch,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const record = async (sent: unknown, index: number): Promise<Result> => {
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
  };
  for (let from = 0; from < conversions.length; from += atOnce) {
    const some = conversions.slice(from, from + atOnce);
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await Promise.all(some.map((sent, at) => record(sent, from + at)))));
  }
  return results;
}
