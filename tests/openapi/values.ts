import fc from 'fast-check';
import type { Operation } from '#tests/support/documented';

/** JSON Schema, as far as requests of the document use it. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

const firstDayMs = Date.UTC(2000, 0, 1);
const lastDayMs = Date.UTC(2099, 11, 31);
const time = fc
  .integer({ min: firstDayMs, max: lastDayMs })
  .map((atMs) => new Date(atMs).toISOString());

/** Values that a schema of a request allows. Rules that JSON Schema cannot say may still refuse them. */
export function valuesOf(given: unknown): fc.Arbitrary<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of our own document
  const schema = given as Schema;
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return fc.oneof(...kinds.map(valuesOf));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => valuesOf({ ...schema, type })));
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case 'string':
      return textsOf(schema);
    case 'array':
      return listsOf(schema);
    case 'object':
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textsOf({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return time.map((text) => text.slice(0, 10));
  if (format === 'date-time') return time;
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength ?? 40, 40), unit: 'binary' });
  if (pattern === undefined) return fc.oneof(plain, fc.webUrl());
  const matches = new RegExp(pattern, 'u');
  return fc.oneof(
    fc.constantFrom('a', 'A1', '5', 'example', 'com.example.shop', 'ABCDE12345.com.example.shop'),
    plain.map((text) => (matches.test(text) ? text : 'spring')),
  );
}

function listsOf({ items, prefixItems, minItems = 0, maxItems = 4 }: Schema) {
  if (prefixItems) return fc.tuple(...prefixItems.map(valuesOf));
  const maxLength = Math.max(minItems, Math.min(maxItems, 4));
  return fc.array(valuesOf(items ?? {}), { minLength: minItems, maxLength });
}

function objectsOf({ properties, required = [] }: Schema): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }));
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, valuesOf(field)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: [...required].filter((name) => name in properties),
  });
}

/**
 * Bodies for an operation. Its schema allows them. Some are its example with a few other fields: the
 * service accepts more of these. Null: the operation reads no JSON.
 */
export function bodiesOf({ requestBody }: Operation): fc.Arbitrary<unknown> | null {
  const json = requestBody?.content['application/json'];
  if (!json) return null;
  const any = valuesOf(json.schema);
  const places = fc.oneof(fc.constant(0), fc.nat());
  const near = fc.tuple(any, places).map(([value, bits]) => {
    const fields = Object.entries(value ?? {}).filter((_, at) => ((bits >> (at % 31)) & 1) === 1);
    return Object.assign({}, json.example, Object.fromEntries(fields));
  });
  return fc.oneof(any, near);
}

/** A text that no answer may repeat. */
export const marker = 'never-to-be-repeated';

const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => [inner], marker);
const wrongValues: readonly unknown[] = [
  ...[`${marker}\u0000`, `${marker}\ud800`, marker.repeat(3000)],
  ...[1e308, -0.5, Number.MAX_SAFE_INTEGER + 2, true],
  ...[[], [[marker]], { [marker]: { __proto__: null } }, deep],
];

/** The value with one field that is wrong in type, length or depth, or one that nobody knows. */
export function brokenFrom(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.constantFrom(...wrongValues), fc.nat(), fc.boolean())
    .map(([given, wrong, place, isUnknown]) => {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return wrong;
      const names = Object.keys(given);
      const name = isUnknown || names.length === 0 ? marker : names[place % names.length];
      return { ...given, [name ?? marker]: wrong };
    });
}

/** A call of an operation: what its document says, and what it does not. */
export type AnyCall = {
  /** For the parts of the path; null: the id of the caller's own thing. */
  readonly parts: readonly (string | null)[];
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent unchanged; null: none. */
  readonly body: string | null;
};

const anyPart = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: fc.constantFrom('x', '..x', '%00', '%ff', '-', '0', 'null', 'batch') },
  { weight: 1, arbitrary: fc.string({ minLength: 3, maxLength: 60 }) },
);

const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-match': fc.constantFrom(
      '"1"',
      'W/"1"',
      '*',
      '',
      '1',
      '"x"',
      '"1", "2"',
      '"99999999999999999"',
    ),
    'idempotency-key': fc.oneof(
      fc.uuid(),
      fc.constantFrom('', '"quoted"', 'k'.repeat(255), 'k'.repeat(256), '\u00e9', 'a b'),
    ),
    accept: fc.constantFrom(
      ...['*/*', 'text/csv', 'application/json', 'application/vnd.apache.parquet', 'x', ''],
    ),
    'accept-encoding': fc.constantFrom('identity', '*;q=0', 'x'),
    'content-type': fc.constantFrom(
      ...['application/json', 'application/json; charset=utf-16', 'text/plain', 'text/csv', ''],
      ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', 'x'],
    ),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'x'),
    range: fc.constantFrom('bytes=0-1', 'x'),
    'accept-language': fc.constantFrom('de', 'x'.repeat(2000)),
  },
  { requiredKeys: [] },
);

const otherBody = fc.oneof(
  fc.constantFrom('', ' ', 'null', '[]', '{', 'a=b&c=d', '<a/>', '\ufeff{}', 'a,b\n1,2\n"'),
  fc.string({ maxLength: 200, unit: 'binary' }),
);

/** A call with any path, parameters, headers and body; many are as the document says. */
export function anyCall(operation: Operation): fc.Arbitrary<AnyCall> {
  const parameters = (operation.parameters ?? []).filter((each) => each.in === 'query');
  const said = fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, anyText(schema)])),
    { requiredKeys: [] },
  );
  const jsonBody = bodiesOf(operation)?.map((value) => JSON.stringify(value)) ?? fc.constant(null);
  const unknown = fc.constantFrom(
    ...[
      '',
      '',
      '',
      'unknown=1',
      '%00=1',
      'limit=%ff',
      'limit=1&limit=2',
      'cursor=e30',
      '__proto__=1',
    ],
  );
  return fc
    .record({
      parts: fc.array(anyPart, { minLength: 2, maxLength: 2 }),
      said,
      unknown,
      headers: anyHeaders,
      body: fc.oneof(jsonBody, otherBody),
    })
    .map(({ said: values, unknown: more, ...sent }) => {
      const own = Object.entries(values).map(([name, value]) => `${name}=${value}`);
      return { ...sent, query: [...own, ...(more === '' ? [] : [more])].join('&') };
    });
}

/** A value of a parameter, encoded. */
function anyText(schema: unknown): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: valuesOf(schema).map((value) => encodeURIComponent(lossless(value))) },
    { weight: 1, arbitrary: fc.constantFrom('', '%00', '%ff', '%ed%a0%80', '1e999', '%E0%A4%A') },
    { weight: 1, arbitrary: fc.string({ maxLength: 30 }).map(encodeURIComponent) },
  );
}

/** Text without lone surrogates, which have no encoding. */
function lossless(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}
