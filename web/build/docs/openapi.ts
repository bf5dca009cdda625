import { join } from 'node:path';

/** JSON Schema, as far as the reference shows it. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
};

type Content = Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly schema: JsonSchema;
};

/** An operation of the API's document, with its address. */
export type Operation = {
  readonly method: string;
  /** After the server's prefix: `/links/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { description: string; content?: Content }>>;
  readonly 'x-scope'?: string;
  readonly 'x-or-scope'?: string;
  readonly 'x-limit'?: { name: string; perMinute: number; burst: number };
  readonly 'x-errors': readonly string[];
};

export type Chapter = {
  readonly name: string;
  readonly description: string;
  /** The last part of its address. */
  readonly slug: string;
  readonly operations: readonly Operation[];
};

export type Api = {
  readonly chapters: readonly Chapter[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
};

type Document = {
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>
  >;
  readonly components: Pick<Api, 'schemas' | 'parameters'>;
};

export const docsFolder = join(import.meta.dir, '../../../docs');

/** Reads docs/api/openapi.json. */
export async function readApi(): Promise<Api> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- we write this file ourselves
  const document = (await Bun.file(join(docsFolder, 'api/openapi.json')).json()) as Document;
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
  const chapters = document.tags.map(({ name, description }) => ({
    name,
    description,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }));
  return { chapters, ...document.components };
}
