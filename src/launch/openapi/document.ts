import * as z from 'zod/mini';
import { callLimits, limitOf } from '#contract/call-limits';
import { exported, isRoute } from '#contract/routes';
import type { Route } from '#contract/route';
import { eventTypes } from '#contract/webhooks/event-types';
import { EventBody, payloads } from '#contract/webhooks/payloads';
import { chapterOf, chapters } from './chapters.ts';
import { components, headerParameters, successHeaders } from './components.ts';
import { asSchema, exampleOf } from './examples.ts';
import { codesOf, problemsOf, sharedProblems } from './problems.ts';
import { type Schemas, schemasOf } from './schemas.ts';

const prefix = '/api/v1';

/** An operation of the document: its id is the route's name in the contract. */
type Operation = { readonly id: string; readonly route: Route };

/** The operations of the document, in the order of its chapters. */
function operationsOf(): readonly Operation[] {
  const found = exported.flatMap(([id, route]) =>
    isRoute(route) && isDocumented(route) ? [{ id, route }] : [],
  );
  const ids = found.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`Two routes of /api/v1 have one name: ${twice.join(', ')}`);
  const sorted = found.toSorted((a, b) => rankOf(a.route).localeCompare(rankOf(b.route), 'en'));
  return chapters.flatMap(({ name }) => sorted.filter(({ route }) => chapterOf(route) === name));
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Sorts by path, and the methods of a path from reading to deleting. */
function rankOf({ path, method }: Route): string {
  return `${path} ${methods.indexOf(method)}`;
}

/** Programs may call it. */
function isDocumented({ path, scope, caller }: Route): boolean {
  return scope !== undefined || (path.startsWith(prefix) && caller === 'anybody');
}

/**
 * The API as an OpenAPI 3.1 document: everything that the routes of the contract say. `comments` has
 * the contract's comments on its routes and schemas.
 */
export function documentOf(comments: ReadonlyMap<unknown, string>): object {
  const operations = operationsOf();
  const schemas = schemasOf([...operations.map(({ route }) => route), ...eventBodies], comments);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = operation.route.path.slice(prefix.length).replaceAll(/:(\w+)/g, '{$1}') || '/';
    const about = comments.get(operation.route);
    paths[path] = {
      ...paths[path],
      [operation.route.method.toLowerCase()]: operationOf(operation, schemas, about),
    };
  }
  const codes = new Set(operations.flatMap(({ route }) => codesOf(route)));
  const used = new Set(operations.map(({ route }) => chapterOf(route)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Waypost',
      version: 'v1',
      description:
        'Short links, their clicks and what they earn. Clients ignore fields, values, headers and codes that they do not know: new ones come at any time.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix }],
    security: [],
    tags: chapters.filter(({ name }) => used.has(name)),
    paths,
    webhooks: webhooksOf(schemas),
    components: {
      ...components(schemas.components, codes),
      responses: sharedProblems(operations.map(({ route }) => route)),
    },
  };
}

/** The bodies that are sent to webhooks, by the type of their event. */
const eventBodies = eventTypes.map((type) => ({
  type,
  name: `POST /${type}` as const,
  answer: z.extend(EventBody, { type: z.literal(type), data: payloads[type] }),
}));

/** The headers of a request to a webhook (Standard Webhooks 1.0.0). */
const webhookHeaders = {
  'webhook-id': '`evt_` and the id of the event: the same on every attempt.',
  'webhook-timestamp': 'When the attempt was made, in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of id.timestamp.body in base64; two after a rotation.',
};

function webhooksOf(schemas: Schemas): object {
  const parameters = Object.entries(webhookHeaders).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  const webhookOf = ({ type, name }: (typeof eventBodies)[number]) => ({
    post: {
      operationId: type,
      summary: type,
      tags: ['Webhooks'],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.ofAnswer(name) } },
      },
      responses: {
        '2XX': { description: 'Received. It is not sent again.' },
        '410': { description: 'The receiver is gone: the webhook is switched off.' },
      },
    },
  });
  return Object.fromEntries(eventBodies.map((event) => [event.type, webhookOf(event)]));
}

function operationOf({ id, route }: Operation, schemas: Schemas, about?: string): object {
  const parameters = parametersOf(route, schemas);
  const limit = limitJson(route);
  return {
    operationId: id,
    summary: route.summary ?? wordsOf(id),
    ...(about !== undefined && { description: about }),
    tags: [chapterOf(route)],
    security: securityOf(route),
    ...(route.scope && { 'x-scope': route.scope }),
    ...(route.orScope && { 'x-or-scope': route.orScope }),
    ...(limit && { 'x-limit': limit }),
    'x-errors': codesOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, schemas),
    responses: { ...successOf(route, schemas), ...problemsOf(route) },
  };
}

function securityOf({ scope, orScope }: Route): object[] {
  if (scope === 'any') return [{ key: [] }];
  const keys = [scope, orScope].flatMap((each) => (each ? [{ key: [each] }] : []));
  return scope ? [...keys, { session: [] }] : [];
}

/** `listSplitTests` → List split tests, `createLink` → Create a link */
function wordsOf(id: string): string {
  const [verb = '', ...noun] = id.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const thing = noun.join(' ');
  const isOne = noun.length > 0 && verb !== 'list' && !thing.endsWith('s');
  const article = /^[aeio]/.test(thing) ? 'an' : 'a';
  const words = [verb.charAt(0).toUpperCase() + verb.slice(1), ...(isOne ? [article] : []), thing];
  return words.join(' ').trim();
}

function limitJson(route: Route): object | null {
  const name = limitOf(route);
  if (!route.scope || !name) return null;
  const { perMinute, burst } = callLimits[name];
  return { name, perMinute, burst };
}

function parametersOf(route: Route, schemas: Schemas): readonly object[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  return [...inPath, ...queryOf(route, schemas), ...headerParameters(route)];
}

function queryOf({ query, exampleQuery }: Route, schemas: Schemas): readonly object[] {
  if (!query) return [];
  const whole = schemas.ofRequest(query);
  const { properties, required = [] } = whole;
  const examples = asSchema(exampleQuery ?? exampleOf(whole, {}));
  return Object.entries(asSchema(properties)).map(([name, schema]) => {
    const { description, ...rest } = asSchema(schema);
    return {
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      ...(description !== undefined && { description }),
      ...(name in examples && { example: examples[name] }),
      schema: rest,
    };
  });
}

function bodyOf(route: Route, schemas: Schemas): object {
  if (route.readsBody) {
    const content = { [route.readsBody]: { schema: { type: 'string' } } };
    return { requestBody: { required: true, content } };
  }
  if (!route.body) return {};
  const schema = schemas.ofRequest(route.body);
  const example = route.example ?? exampleOf(schema, {});
  return {
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
  };
}

function successOf(route: Route, schemas: Schemas): object {
  const first = route.status ?? (route.answer || route.file ? 200 : 204);
  const headers = successHeaders(route);
  const content = contentOf(route, schemas);
  const answers = [first, ...(route.alsoStatus ? [route.alsoStatus] : [])].map(
    (status) =>
      [
        status,
        { description: descriptionOf(status), headers, ...(content && { content }) },
      ] as const,
  );
  return Object.fromEntries(answers);
}

function contentOf({ answer, file = [], ...route }: Route, schemas: Schemas): object | null {
  const files = file.map((type) => [type, { schema: fileSchema(type) }] as const);
  if (!answer) return files.length > 0 ? Object.fromEntries(files) : null;
  const schema = schemas.ofAnswer(route.name);
  const example = exampleOf(schema, schemas.components);
  return { 'application/json': { schema, example }, ...Object.fromEntries(files) };
}

/** JSON that the route passes through may be anything; other files are their bytes. */
function fileSchema(type: string): object {
  return type === 'application/json' ? {} : { type: 'string', format: 'binary' };
}

function descriptionOf(status: number): string {
  return { 201: 'Created', 202: 'Accepted', 204: 'Done, without a body' }[status] ?? 'Done';
}
