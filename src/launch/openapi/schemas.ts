import * as z from 'zod/mini';
import { idPattern } from '#contract/fields';
import { Problem } from '#contract/problem';
import { exported } from '#contract/routes';
import type { Route, RouteName, Schema } from '#contract/route';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { [keyword: string]: unknown };

type Meta = { id?: string; description?: string };
type Registry = z.core.$ZodRegistry<Meta>;

/** The schemas of the document. */
export type Schemas = {
  /** Of a request: whole, and without fields that it does not name. */
  ofRequest(schema: Schema): JsonSchema;
  /** Of a route's answer. What the contract exports is referred to. */
  ofAnswer(name: RouteName): JsonSchema;
  /** The exported schemas that answers refer to, by their names. */
  readonly components: Readonly<Record<string, JsonSchema>>;
};

const prefix = '#/components/schemas/';

/** `comments` holds what the contract says of a schema. */
export function schemasOf(
  answered: readonly Pick<Route, 'name' | 'answer'>[],
  comments: ReadonlyMap<unknown, string>,
): Schemas {
  const described = z.core.registry<Meta>();
  for (const [schema, description] of comments) {
    if (isSchema(schema)) described.add(schema, { description });
  }
  const answers = answersOf(answered, comments);

  return {
    ofRequest: (schema) => {
      const made: JsonSchema = z.toJSONSchema(schema, {
        io: 'input',
        metadata: described,
        override: ({ jsonSchema }) => {
          tidy(jsonSchema);
          if (jsonSchema.type === 'object' && jsonSchema.properties) {
            jsonSchema.additionalProperties = false;
          }
        },
      });
      return withoutIdentity(made);
    },
    ofAnswer: (name) => answers[answerId(name)] ?? {},
    components: reached(answers),
  };
}

const answerId = (name: RouteName): string => `answer of ${name}`;

/** The schemas of all answers, and those of the contract's exports. */
function answersOf(
  answered: readonly Pick<Route, 'name' | 'answer'>[],
  comments: ReadonlyMap<unknown, string>,
): Readonly<Record<string, JsonSchema>> {
  const registry = z.core.registry<Meta>();
  const named = new Map<string, Schema>();
  const add = (id: string, schema: Schema): void => {
    const former = named.get(id);
    // The registry would keep the last of two without a word.
    if (former && former !== schema) throw new Error(`The contract has two schemas ${id}`);
    named.set(id, schema);
    const description = comments.get(schema);
    registry.add(schema, { id, ...(description !== undefined && { description }) });
  };
  for (const [name, value] of exported)
    if (isSchema(value) && /^[A-Z]/.test(name)) add(name, value);
  add('Problem', Problem);
  for (const { name, answer } of answered) {
    // A copy, because an answer may be an export.
    if (answer) add(answerId(name), z.clone(answer, answer._zod.def, { parent: true }));
  }
  addComments(registry, comments);

  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    metadata: registry,
    uri: (id) => prefix + id,
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity({ ...schema })]),
  );
}

function addComments(registry: Registry, comments: ReadonlyMap<unknown, string>): void {
  for (const [schema, description] of comments) {
    if (isSchema(schema) && !registry.has(schema)) registry.add(schema, { description });
  }
}

/** `$id` would have to be an address, and the dialect is the document's. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([keyword]) => !['$schema', '$id'].includes(keyword));
  return Object.fromEntries(kept);
}

/** Says the format instead of its pattern, and leaves out the bounds of safe integers. */
function tidy(schema: JsonSchema): void {
  if (schema['pattern'] === idPattern.source) schema['format'] = 'uuid';
  if (schema['format'] !== undefined) delete schema['pattern'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
}

/** The exports that the answers refer to, directly or through others. */
function reached(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found = new Set<string>();
  const reach = (schema: JsonSchema | undefined): void => {
    for (const [, id = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(id)) continue;
      found.add(id);
      reach(schemas[id]);
    }
  };
  for (const [id, schema] of Object.entries(schemas)) if (id.includes(' ')) reach(schema);
  found.add('Problem');
  return Object.fromEntries([...found].toSorted().map((id) => [id, schemas[id] ?? {}]));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
