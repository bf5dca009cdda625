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

/** The required parameters of the query, with a value to replace. */
function queryOf({ parameters = [] }: Operation): string {
  const names = parameters.flatMap((each) =>
    'name' in each && each.in === 'query' && each.required ? [each.name] : [],
  );
  return names.length === 0 ? '' : `?${names.map((name) => `${name}=${exampleId}`).join('&')}`;
}

/** A call of the operation in a shell. The key is never put in. */
export function curlOf(operation: Operation): string {
  const { method } = operation;
  const [json, file] = [jsonOf(operation), fileType(operation)];
  const isPlain = method === 'GET' || (method === 'POST' && (json !== undefined || file));
  return [
    `curl ${isPlain ? '' : `-X ${method} `}"${base}${pathOf(operation)}${queryOf(operation)}"`,
    ...(operation['x-scope'] ? ['-H "Authorization: Bearer $WAYPOST_KEY"'] : []),
    ...(file ? [`-H "Content-Type: ${file}"`, '--data-binary @file.csv'] : []),
    ...(json === undefined ? [] : [`--json '${JSON.stringify(json, null, 2)}'`]),
  ].join(' \\\n  ');
}

/** The same with openapi-fetch and the types of openapi-typescript. */
export function typescriptOf(operation: Operation): string {
  const json = jsonOf(operation);
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const options = [
    ...(names.length > 0
      ? [`  params: { path: { ${names.map((name) => `${name}: '${exampleId}'`).join(', ')} } },`]
      : []),
    ...(json === undefined ? [] : [`  body: ${indented(JSON.stringify(json, null, 2))},`]),
  ];
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `const { data, error } = await waypost.${operation.method}('${operation.path}'${given});`;
}

/** The same with Python's requests. */
export function pythonOf(operation: Operation): string {
  const [json, file] = [jsonOf(operation), fileType(operation)];
  return [
    `answer = requests.${operation.method.toLowerCase()}(`,
    `  "${base}${pathOf(operation)}${queryOf(operation)}",`,
    ...(operation['x-scope'] ? ['  headers={"Authorization": f"Bearer {key}"},'] : []),
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
