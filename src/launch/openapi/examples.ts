import type { JsonSchema } from './schemas.ts';

export const exampleId = '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4';

/** Examples of texts, by the name of the field. */
const byName: Readonly<Record<string, string>> = {
  shortUrl: 'https://go.example.com/boots',
  originalUrl: 'https://example.com/boots',
  url: 'https://example.com/boots',
  uploadURL: 'https://waypost.example/api/objects/put/…',
  shortCode: 'q7Rm2xP',
  customAlias: 'boots',
  alias: 'boots',
  domain: 'go.example.com',
  unicode: 'go.example.com',
  title: 'Ridge Mid boots',
  name: 'Spring',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  currency: 'EUR',
  country: 'DE',
  city: 'Berlin',
  referrer: 'example.com',
  ending: '4f2a',
  orderId: '1042',
  externalId: 'sku-1042',
  campaign: 'spring',
  text: 'Newsletter sent',
  query: 'range=30d',
  color: '#b7f34d',
  hosts: 'www.shop.example',
  ios: 'ABCDE12345.com.example.shop',
  packageName: 'com.example.shop',
  fingerprints: Array.from({ length: 32 }, () => 'A1').join(':'),
};

/** No schema of the contract contains itself; this would only stop one that does. */
const deepest = 32;

/**
 * A value of the schema: the whole answer, or the required fields of a request. Named schemas are
 * in `components`.
 */
export function exampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): unknown {
  const at = (part: JsonSchema, name: string, depth: number): unknown => {
    const { $ref: to, anyOf, oneOf, enum: values, type, properties, items, prefixItems } = part;
    if (depth > deepest) return null;
    if ('const' in part) return part['const'];
    if (Array.isArray(values)) return values[0];
    if (typeof to === 'string')
      return at(components[to.split('/').at(-1) ?? ''] ?? {}, name, depth + 1);
    const kinds = anyOf ?? oneOf;
    if (Array.isArray(kinds)) return at(asSchema(kinds[0]), name, depth + 1);
    const kind: unknown = Array.isArray(type) ? type[0] : type;
    if (kind === 'object') return objectAt(part, asSchema(properties), depth);
    if (kind === 'array') {
      const each = Array.isArray(prefixItems) ? prefixItems : [items];
      return each.map((item) => at(asSchema(item), name, depth + 1));
    }
    if (kind === 'string') return textOf(part, name);
    if (kind === 'boolean') return false;
    if (kind === 'integer' || kind === 'number') return Number(part['minimum'] ?? 0);
    return null;
  };
  const objectAt = ({ required }: JsonSchema, fields: JsonSchema, depth: number): unknown => {
    const names = Array.isArray(required) ? new Set<unknown>(required) : new Set();
    const shown = Object.entries(fields).filter(([name]) => names.has(name));
    return Object.fromEntries(
      shown.map(([name, field]) => [name, at(asSchema(field), name, depth + 1)]),
    );
  };
  return at(schema, '', 0);
}

function textOf({ format, minLength }: JsonSchema, name: string): string {
  if (format === 'date-time') return '2026-11-27T07:16:04.118Z';
  if (format === 'date') return '2026-11-27';
  if (format === 'uuid') return exampleId;
  return byName[name] ?? (minLength === undefined ? '' : 'spring');
}

/** A keyword's value as the schema, or the map of schemas, that it holds. */
export function asSchema(value: unknown): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keywords hold schemas here
  return (typeof value === 'object' && value !== null ? value : {}) as JsonSchema;
}
