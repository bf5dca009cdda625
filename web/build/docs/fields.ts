import type { Api, JsonSchema } from './openapi.ts';

/** A field as the reference lists it. */
export type Field = {
  /** Dotted; `[]` stands for each entry of a list. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly about: string;
};

const deepest = 3;

/** The fields of a schema, those of inner objects after the object. */
export function fieldsOf(schema: JsonSchema, schemas: Api['schemas']): readonly Field[] {
  const under = (given: JsonSchema, prefix: string, depth: number): Field[] => {
    const { list, object } = objectIn(given, schemas);
    if (!object?.properties || depth > deepest) return [];
    const at = prefix === '' ? '' : `${prefix}${list ? '[]' : ''}.`;
    return Object.entries(object.properties).flatMap(([name, field]) => [
      {
        name: at + name,
        type: typeOf(field, schemas),
        isRequired: object.required?.includes(name) ?? false,
        about: aboutOf(field, schemas),
      },
      ...under(field, at + name, depth + 1),
    ]);
  };
  return under(schema, '', 0);
}

type Found = { readonly list: boolean; readonly object: JsonSchema | null };

/** The object that a schema is, or is a list of, or may be null instead of. */
function objectIn(schema: JsonSchema, schemas: Api['schemas']): Found {
  const whole = resolved(schema, schemas);
  const kinds = whole.anyOf ?? whole.oneOf;
  if (kinds) {
    const found = kinds.map((kind) => objectIn(kind, schemas)).find(({ object }) => object);
    return found ?? { list: false, object: null };
  }
  if (whole.items) return { list: true, object: objectIn(whole.items, schemas).object };
  return { list: false, object: whole.properties ? whole : null };
}

function resolved(schema: JsonSchema, schemas: Api['schemas']): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...rest } = schema;
  return { ...resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas), ...rest };
}

/** The type in words: `list of text or null`. */
export function typeOf(schema: JsonSchema, schemas: Api['schemas']): string {
  const whole = resolved(schema, schemas);
  const kinds = whole.anyOf ?? whole.oneOf;
  if (kinds) return [...new Set(kinds.map((kind) => typeOf(kind, schemas)))].join(' or ');
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (whole.items) return `list of ${typeOf(whole.items, schemas)}`;
  const types = [whole.type ?? 'any'].flat();
  return types.map((type) => wordOf(type, whole)).join(' or ');
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  'date-time': 'time',
  date: 'day',
  uuid: 'id',
  any: 'anything',
};

function wordOf(type: string, { format }: JsonSchema): string {
  return words[type === 'string' ? (format ?? type) : type] ?? type;
}

function aboutOf(schema: JsonSchema, schemas: Api['schemas']): string {
  const whole = resolved(schema, schemas);
  const values = valuesOf(whole, schemas);
  return [
    whole.description ?? '',
    values.length > 0 ? `${values.map((value) => `\`${value}\``).join(', ')}.` : '',
    whole.default === undefined ? '' : `Absent: \`${JSON.stringify(whole.default)}\`.`,
    ...limitsOf(whole),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function valuesOf(schema: JsonSchema, schemas: Api['schemas']): string[] {
  const whole = resolved(schema, schemas);
  const inner = [...(whole.anyOf ?? []), ...(whole.items ? [whole.items] : [])];
  return [
    ...(whole.enum ?? []).map(String).filter((value) => value !== ''),
    ...inner.flatMap((each) => valuesOf(each, schemas)),
  ];
}

function limitsOf(schema: JsonSchema): string[] {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  const { maxLength, maxItems, minimum, maximum } = inner;
  return [
    maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en')} characters.`,
    maxItems === undefined ? '' : `At most ${maxItems.toLocaleString('en')}.`,
    minimum === undefined ? '' : `From ${minimum.toLocaleString('en')}.`,
    maximum === undefined ? '' : `Up to ${maximum.toLocaleString('en')}.`,
  ];
}
