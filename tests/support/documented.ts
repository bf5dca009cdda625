import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const documentPath = join(import.meta.dir, '../../docs/api/openapi.json');

const schema = z.record(z.string(), z.unknown());
const content = z.record(z.string(), z.object({ schema, example: z.unknown().optional() }).loose());
const operation = z
  .object({
    operationId: z.string(),
    'x-scope': z.string().optional(),
    'x-errors': z.array(z.string()),
    parameters: z
      .array(
        z.union([
          z.object({
            name: z.string(),
            in: z.string(),
            required: z.boolean().optional(),
            schema,
            example: z.string().optional(),
          }),
          // Headers that several operations share.
          z.object({ $ref: z.string() }),
        ]),
      )
      .transform((all) => all.filter((each) => 'name' in each))
      .optional(),
    requestBody: z.object({ content }).optional(),
    responses: z.record(
      z.string(),
      z
        .object({
          content: content.optional(),
          headers: z.record(z.string(), z.unknown()).optional(),
        })
        .loose(),
    ),
  })
  .loose();
export type Operation = z.output<typeof operation>;

/** The API's document, as far as tests read it. */
export const apiDocument = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .loose()
  .parse(JSON.parse(readFileSync(documentPath, 'utf8')));

/** An operation with its address. */
export type Documented = {
  readonly method: string;
  /** With the parameters in braces: `/api/v1/links/{id}`. */
  readonly path: string;
  readonly operation: Operation;
};

export const operations: readonly Documented[] = Object.entries(apiDocument.paths).flatMap(
  ([path, byMethod]) =>
    Object.entries(byMethod).map(([method, each]) => ({
      method: method.toUpperCase(),
      path: `/api/v1${path === '/' ? '' : path}`,
      operation: each,
    })),
);

const byPattern = operations.map((each) => ({
  ...each,
  // Addresses without a parameter come first: `/links/batch` is none of `/links/{id}`.
  rank: each.path.split('{').length,
  pattern: new RegExp(
    `^${each.path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  ),
}));
byPattern.sort((a, b) => a.rank - b.rank);

const ajv = new Ajv2020({ strict: false, validateFormats: true });
ajv.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addFormat('binary', true);
ajv.addSchema(apiDocument, 'document');
const validators = new Map<string, ValidateFunction>();

/** The validator of a part of the document, by its path of keys. */
function validatorAt(...keys: readonly string[]): ValidateFunction {
  const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({
    $ref: `document#/${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
  });
  validators.set(pointer, made);
  return made;
}

/** Whether the document allows a body of the operation's request. */
export function allowsBody({ method, path }: Documented, body: unknown): boolean {
  const key = path.slice('/api/v1'.length) || '/';
  const keys = ['requestBody', 'content', 'application/json', 'schema'];
  return validatorAt('paths', key, method.toLowerCase(), ...keys)(body);
}

const problemBody = z.object({ code: z.string() }).loose();

/** Codes that any address can answer, whatever the route. */
const everywhere = new Set(['uri_too_long', 'method_not_allowed', 'misdirected', 'not_found']);

/**
 * Why an answer of the API is not what its document says; null when it is. Addresses outside
 * `/api/v1`, and those that no route has, are not documented.
 */
export async function undocumentedPart(
  method: string,
  path: string,
  response: Response,
): Promise<string | null> {
  const [plain = ''] = path.split('?', 1);
  const found = byPattern.find((each) => each.method === method && each.pattern.test(plain));
  if (!found) return null;
  const { operation: said } = found;
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (type === 'application/problem+json') return problemPart(said, response);

  const documented = said.responses[String(response.status)];
  if (!documented) return response.status === 304 ? null : `status ${response.status}`;
  const isTagged = documented.headers?.['ETag'] !== undefined;
  if (isTagged && !response.headers.has('etag')) return 'no ETag';
  if (!documented.content) return (await response.clone().text()) === '' ? null : 'a body';
  const described = documented.content[type];
  if (!described) return `content type ${type}`;
  if (type !== 'application/json') return null;
  const text = await response.clone().text();
  const key = found.path.slice('/api/v1'.length) || '/';
  const answer = ['responses', String(response.status), 'content', type, 'schema'];
  const isValid = validatorAt('paths', key, method.toLowerCase(), ...answer);
  return isValid(JSON.parse(text)) ? null : ajv.errorsText(isValid.errors);
}

async function problemPart(said: Operation, response: Response): Promise<string | null> {
  const body: unknown = await response.clone().json();
  const isValid = validatorAt('components', 'schemas', 'Problem');
  if (!isValid(body)) return ajv.errorsText(isValid.errors);
  const { code } = problemBody.parse(body);
  return said['x-errors'].includes(code) || everywhere.has(code) ? null : `code ${code}`;
}
