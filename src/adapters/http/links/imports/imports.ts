import { Elysia } from 'elysia';
import { z } from 'zod';
import { importFields } from '#core/links/imports/import-fields';
import { mostColumns } from '#core/links/imports/import-run';
import type { openImport } from '#core/links/imports/open-import';
import type { findImport, listProblems, ownImports } from '#core/links/imports/own-imports';
import { invalid, Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import { csvRows } from '#adapters/http/csv/csv-rows';
import { setDetail } from '#adapters/http/frame/concerned';
import type { HeavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { importJson, type ImportJson, type OneImportJson, oneImportJson } from './import-json.ts';
import { problemsResponse } from './problem-csv.ts';

export type ImportRoutesPorts = {
  readonly session: SignedInPorts;
  readonly openImport: ReturnType<typeof openImport>;
  readonly findImport: ReturnType<typeof findImport>;
  readonly imports: ReturnType<typeof ownImports>;
  readonly listProblems: ReturnType<typeof listProblems>;
  /** Limits how many files are received at once. */
  readonly uploads: HeavyAnswers;
  /** Limits how many imports and reports are read at once. */
  readonly heavy: HeavyAnswers;
};

/** Files, which are read while they arrive; every other body here is JSON. */
export const importPath = '/api/imports';

export const maxImportBytes = 32 * 2 ** 20;

/** An upload that takes longer is aborted. */
const uploadLimitMs = 5 * minuteMs;

const fileLimits = {
  maxBytes: maxImportBytes,
  maxCells: mostColumns,
  limitMs: uploadLimitMs,
  tooLarge,
};

/** Windows names CSV files after the program that opens them. */
const csvTypes = ['text/csv', 'text/tab-separated-values', 'application/vnd.ms-excel'];

const field = z.enum(importFields, `A field is one of ${importFields.join(', ')}`).nullable();

/** The body of POST /api/imports/:id/check. */
const checkBody = z.object({
  mapping: z
    .array(field, 'Must be a list of fields')
    .max(mostColumns, `A file can have at most ${mostColumns} columns`),
  /** The host of one of the account's domains; null: the instance's own short host. */
  domain: z.string('Must be a host name').max(255, 'Must be a host name').nullish(),
});

/**
 * Imports of links: a file is uploaded, checked without adding anything, and then started. POST
 * answers 201 for a file and 202 for the background work that it began.
 */
export function importRoutes(ports: ImportRoutesPorts) {
  const { imports } = ports;

  return new Elysia({ name: 'imports' })
    .use(signedIn(ports.session))
    .get(importPath, async ({ user }): Promise<ImportJson[]> =>
      (await imports.list(user.id)).map(importJson),
    )
    .post(importPath, async ({ user, query, request, set }): Promise<OneImportJson> => {
      const fields: Record<string, string | undefined> = query;
      const body = fileOf(request);
      const rows = csvRows(body, fileLimits);
      const run = await ports.uploads.run({ userId: user.id, request }, () =>
        ports.openImport(user, { name: fields['name'] ?? '', rows }),
      );
      set.status = 201;
      return oneImportJson(await ports.findImport(user.id, run.id));
    })
    .get(`${importPath}/:id`, ({ user, params, request }): Promise<OneImportJson> =>
      ports.heavy.run({ userId: user.id, request }, async () =>
        oneImportJson(await ports.findImport(user.id, params.id)),
      ),
    )
    .post(
      `${importPath}/:id/check`,
      async ({ user, params, body, set }): Promise<OneImportJson> => {
        const shown = await imports.check(user, params.id, body);
        set.status = 202;
        return oneImportJson(shown);
      },
      { body: checkBody },
    )
    .post(
      `${importPath}/:id/start`,
      async ({ user, params, request, set }): Promise<OneImportJson> => {
        const shown = await imports.start(user, params.id);
        setDetail(request, `import of ${shown.run.rows} rows`);
        set.status = 202;
        return oneImportJson(shown);
      },
    )
    .post(`${importPath}/:id/cancel`, async ({ user, params }): Promise<OneImportJson> =>
      oneImportJson(await imports.cancel(user, params.id)),
    )
    .get(`${importPath}/:id/problems`, ({ user, params, request }) =>
      ports.heavy.stream({ userId: user.id, request }, async () =>
        problemsResponse(await ports.listProblems(user.id, params.id)),
      ),
    );
}

function fileOf(request: Request): ReadableStream<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !csvTypes.includes(type)) {
    throw new Refusal('unsupported_media_type', 'Send a CSV file with Content-Type: text/csv');
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxImportBytes) throw tooLarge();
  if (request.body === null) throw invalid({ path: 'file', message: 'The file is empty' });
  return request.body;
}

function tooLarge(): Refusal {
  return new Refusal('too_large', 'A file can have at most 32 MB. Please split it.');
}
