import * as z from 'zod/mini';
import { type ProblemCode, problems } from '#contract/problems';
import { isRepeatable, type Route } from '#contract/route';
import { exampleId } from './examples.ts';
import { isPaged } from './problems.ts';
import type { JsonSchema } from './schemas.ts';

/** The headers that a call may have, as references. */
export function headerParameters(route: Route): readonly object[] {
  const names = [
    ...(isRepeatable(route) ? ['IdempotencyKey'] : []),
    ...(route.errors?.includes('changed_meanwhile') ? ['IfMatch'] : []),
  ];
  return names.map((each) => ({ $ref: `#/components/parameters/${each}` }));
}

/** The headers of a success, as references. */
export function successHeaders(route: Route): object {
  const { scope, marks } = route;
  const names = [
    'X-Request-Id',
    ...(scope ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(hasVersion(route) ? ['ETag'] : []),
    ...(marks ? ['X-Numbers-Mark'] : []),
    ...(isPaged(route) ? ['Link'] : []),
    ...(isRepeatable(route) ? ['Idempotency-Replayed'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether the answer is one thing with a version that counts. */
function hasVersion({ answer }: Route): boolean {
  if (!(answer instanceof z.ZodMiniObject)) return false;
  const { version } = answer.shape;
  return version !== undefined && z.safeParse(version, 1).success;
}

/** The parts that operations share. Parameters of headers are said here once. */
export function components(
  schemas: Readonly<Record<string, JsonSchema>>,
  codes: ReadonlySet<ProblemCode>,
): object {
  return {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key with the scope of the operation. `…:write` includes `…:read`.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-waypost_session',
        description: 'The session of a person who is signed in, for the pages of the application.',
      },
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'A text of your own. The same call with the same key happens once within 24 hours; a batch with items of 429 or 503 is done again.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
      IfMatch: {
        name: 'If-Match',
        in: 'header',
        description:
          'The version that you have seen, in quotes: `"7"`. With another one nothing changes: 412.',
        schema: { type: 'string' },
      },
    },
    headers: answerHeaders(),
    examples: Object.fromEntries(
      [...codes]
        .toSorted()
        .map((code) => [code, { summary: problems[code].title, value: problemExample(code) }]),
    ),
    schemas,
  };
}

/** The headers that answers share. */
function answerHeaders(): object {
  return {
    'X-Request-Id': header('The id of the request, for the operator.', exampleId),
    'RateLimit-Policy': header(
      'The limit that counted the call: `q` calls at once, all given back within `w` seconds.',
      '"links";q=300;w=300',
    ),
    RateLimit: header(
      'What is left of the limit: `r` calls now, one more in `t` seconds.',
      '"links";r=299;t=1',
    ),
    'Idempotency-Replayed': header(
      '`true` when the call was answered before with the same key. Absent the first time.',
      'true',
    ),
    Link: header(
      'The address of the next page. Absent on the last one.',
      '</api/v1/links?limit=100&cursor=bGlua3M>; rel="next"',
    ),
    ETag: header('The version of the thing, in quotes, for `If-Match`.', '"7"'),
    'X-Numbers-Mark': header("The state of the account's numbers that the answer shows.", '18f'),
  };
}

function header(description: string, example: string): object {
  return { description, schema: { type: 'string' }, example };
}

function problemExample(code: ProblemCode): object {
  const { title, status } = problems[code];
  const issues = [{ path: 'originalUrl', message: 'Enter a valid URL' }];
  const detail = code === 'invalid' ? 'Enter a valid URL' : title;
  return {
    type: `https://waypost.example/docs/errors#${code}`,
    ...{ title, status, detail, message: detail, code },
    ...(code === 'invalid' && { issues }),
    requestId: exampleId,
  };
}
