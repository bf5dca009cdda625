import * as contract from '#contract/links/imports';
import type { Answer } from '#contract/route';
import { openImport } from '#core/links/imports/open-import';
import { shownImport } from '#core/links/imports/shown-import';
import {
  cancelImport,
  checkImport,
  findImport,
  listImports,
  listProblems,
  type ShownImport,
  startImport,
} from '#core/links/imports/own-imports';
import type { ImportPorts } from '#core/links/ports';
import { invalid, Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { csvRows } from '#adapters/http/csv/csv-rows';
import { setDetail } from '#adapters/http/frame/request-subject';
import { type Mountable, on } from '#adapters/http/frame/on';
import { pageOfList } from '#adapters/http/paging/page-of-list';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { problemsResponse } from './problem-csv.ts';

type Limits = {
  /** Limits how many files are received at once. */
  readonly uploads: HeavyAnswers;
  /** Limits how many imports and reports are read at once. */
  readonly heavy: HeavyAnswers;
};

/** An upload that takes longer is aborted. */
const uploadLimitMs = 5 * minuteMs;

const fileLimits = {
  maxBytes: contract.maxImportBytes,
  maxCells: contract.mostColumns,
  limitMs: uploadLimitMs,
  tooLarge,
};

/** Windows names CSV files after the program that opens them. */
const csvTypes = ['text/csv', 'text/tab-separated-values', 'application/vnd.ms-excel'];

/** Imports of links: a file is uploaded, checked without adding anything, and then started. */
export function importRoutes(ports: ImportPorts, { uploads, heavy }: Limits): Mountable[] {
  return [
    on(contract.uploadImport, async ({ caller, query: { name = '' }, request }) => {
      const rows = csvRows(fileOf(request), fileLimits);
      const run = await uploads.run({ userId: caller.id, request }, () =>
        openImport(ports, caller, { name, rows }),
      );
      return oneImportJson(await findImport(ports, caller.id, run.id));
    }),
    on(contract.listImports, async ({ caller, query }) =>
      pageOfList((await listImports(ports, caller.id)).map(shownImport), query, {
        name: 'imports',
        positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
        isDescending: true,
      }),
    ),
    on(contract.showImport, ({ caller, params, request }) =>
      heavy.run({ userId: caller.id, request }, async () =>
        oneImportJson(await findImport(ports, caller.id, params.id)),
      ),
    ),
    on(contract.checkImport, async ({ caller, params, body }) =>
      oneImportJson(await checkImport(ports, caller, { ...body, importId: params.id })),
    ),
    on(contract.startImport, async ({ caller, params, request }) => {
      const shown = await startImport(ports, caller, params.id);
      setDetail(request, `import of ${shown.run.rows} rows`);
      return oneImportJson(shown);
    }),
    on(contract.cancelImport, async ({ caller, params }) =>
      oneImportJson(await cancelImport(ports, caller.id, params.id)),
    ),
    on(contract.saveProblems, ({ caller, params, request }) =>
      heavy.stream({ userId: caller.id, request }, async () =>
        problemsResponse(await listProblems(ports, caller.id, params.id)),
      ),
    ),
  ];
}

/** An import with its first rows and first problems. */
function oneImportJson({
  run,
  preview,
  problems,
}: ShownImport): Answer<typeof contract.showImport> {
  const { columns, mapping, domain } = run;
  return { ...shownImport(run), columns, mapping, domain: domain?.host ?? null, preview, problems };
}

function fileOf(request: Request): ReadableStream<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !csvTypes.includes(type)) {
    throw new Refusal('unsupported_media_type', 'Send a CSV file with Content-Type: text/csv');
  }
  if (Number(request.headers.get('content-length') ?? 0) > contract.maxImportBytes)
    throw tooLarge();
  if (request.body === null) throw invalid({ path: 'file', message: 'The file is empty' });
  return request.body;
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'A file can have at most 32 MB. Please split it.');
}
