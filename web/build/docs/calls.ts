import type { Operation } from './openapi.ts';

/** The address of the API in examples. The server puts its own there. */
export const base = 'https://waypost.example/api/v1';
const exampleId = '019ac0e5-7a41-7c2e-9d1b-5f0a3c86e2d4';

const pathOf = ({ path }: Operation): string => path.replaceAll(/\{\w+\}/g, exampleId);

function jsonOf({ requestBody }: Operation): unknown {
  return requestBody?.content['application/json']?.example;
}

/** The media type of a request that is a file; undefined for others. */
function fileType({ requestBody }: Operation): string | undefined {
  return Object.keys(requestBody?.content ?? {}).find((type) => type !== 'application/json');
}

/** The parameters of the query that have an example, with it. */
function queryOf({
  parameters = [],
}: Operation): readonly (readonly [name: string, value: string])[] {
  return parameters.flatMap((each) =>
    'name' in each && each.in === 'query' && each.example !== undefined
      ? [[each.name, each.example] as const]
      : [],
  );
}

/** The address of a call: its path and its query. */
function addressOf(operation: Operation): string {
  const query = new URLSearchParams(queryOf(operation).map(([name, value]) => [name, value]));
  return `${base}${pathOf(operation)}${query.size === 0 ? '' : `?${query}`}`;
}

/** A call of the operation in a shell. The key is never put in. */
export function curlOf(operation: Operation): string {
  const { method } = operation;
  const [json, file] = [jsonOf(operation), fileType(operation)];
  const isPlain = method === 'GET' || (method === 'POST' && (json !== undefined || file));
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"${addressOf(operation)}"`,
    ...(operation['x-scope'] ? ['-H "Authorization: Bearer $WAYPOST_KEY"'] : []),
    ...(file ? [`-H "Content-Type: ${file}"`, '--data-binary @file.csv'] : []),
    ...(json === undefined ? [] : [`--json '${JSON.stringify(json, null, 2)}'`]),
  ].join(' \\\n  ');
}

/** The same with openapi-fetch and the types of openapi-typescript. */
export function typescriptOf(operation: Operation): string {
  const [json, file] = [jsonOf(operation), fileType(operation)];
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = [
    fieldsOf(
      'path',
      names.map((name) => [name, exampleId]),
    ),
    fieldsOf('query', queryOf(operation)),
  ].filter((part) => part !== '');
  const options = [
    ...(params.length > 0 ? [`  params: { ${params.join(', ')} },`] : []),
    ...(json === undefined ? [] : [`  body: ${indented(JSON.stringify(json, null, 2))},`]),
    ...(file
      ? [
          `  headers: { 'Content-Type': '${file}' },`,
          "  body: await readFile('file.csv', 'utf8'),",
          '  bodySerializer: (text) => text,',
        ]
      : []),
    ...parsingOf(operation),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return [
    ...(file ? ["import { readFile } from 'node:fs/promises';\n"] : []),
    `const { data, error } = await waypost.${operation.method}('${operation.path}'${given});`,
  ].join('\n');
}

/** How the answer is read: openapi-fetch expects JSON. */
function parsingOf({ responses }: Operation): readonly string[] {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [type = 'application/json'] = Object.keys(success?.content ?? {});
  if (type === 'application/json') return [];
  const parsing = { 'text/csv': 'text', 'text/event-stream': 'stream' }[type] ?? 'blob';
  return [`  parseAs: '${parsing}',`];
}

/** `path: { id: '…' }`; nothing without a field. */
function fieldsOf(place: string, fields: readonly (readonly [string, string])[]): string {
  if (fields.length === 0) return '';
  return `${place}: { ${fields.map(([name, value]) => `${name}: '${value}'`).join(', ')} }`;
}

/** The same with Python's requests. */
export function pythonOf(operation: Operation): string {
  const [json, file] = [jsonOf(operation), fileType(operation)];
  const headers = [
    ...(operation['x-scope'] ? ['"Authorization": f"Bearer {key}"'] : []),
    ...(file ? [`"Content-Type": "${file}"`] : []),
  ];
  return [
    `answer = requests.${operation.method.toLowerCase()}(`,
    `  "${addressOf(operation)}",`,
    ...(headers.length > 0 ? [`  headers={${headers.join(', ')}},`] : []),
    ...(file ? ['  data=open("file.csv", "rb"),'] : []),
    ...(json === undefined ? [] : [`  json=${indented(pythonValue(json))},`]),
    ')',
  ].join('\n');
}

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

function pythonValue(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /: (true|false|null)\b/g,
    (_, word: string) => `: ${pythonWords[word]}`,
  );
}

const pythonWords: Readonly<Record<string, string>> = {
  true: 'True',
  false: 'False',
  null: 'None',
};
