import { problems } from '#contract/problems';
import { curlOf } from './calls.ts';
import { fieldsOf, typeOf } from './fields.ts';
import type { Api, Operation } from './openapi.ts';

/** The whole reference as Markdown, for programs that read it. `start` is its first chapters. */
export function referenceMarkdown(api: Api, start: string): string {
  const chapters = api.chapters.map(
    ({ name, description, operations }) =>
      `## ${name}\n\n${description}\n\n${operations.map((each) => operationMarkdown(each, api)).join('\n')}`,
  );
  const errors = Object.entries(problems).map(
    ([code, { status, means, remedy }]) => `- \`${code}\` (${status}): ${means} ${remedy}`,
  );
  return [start.trim(), ...chapters, `## Error codes\n\n${errors.join('\n')}`]
    .join('\n\n')
    .concat('\n');
}

function operationMarkdown(operation: Operation, api: Api): string {
  const { method, path, summary, description, parameters = [], requestBody } = operation;
  const query = parameters.flatMap((each) =>
    'name' in each && each.in !== 'path'
      ? [`- \`${each.name}\` (${typeOf(each.schema, api.schemas)}) ${each.description ?? ''}`]
      : [],
  );
  const scopes = [operation['x-scope'], operation['x-or-scope']].flatMap((each) =>
    each ? [`\`${each}\``] : [],
  );
  const json = requestBody?.content['application/json'];
  const body = (json ? fieldsOf(json.schema, api.schemas) : []).map(
    ({ name, type, isRequired, about }) =>
      `- \`${name}\` (${type}${isRequired ? ', required' : ''}) ${about}`,
  );
  return [
    `### ${summary}: ${method} /api/v1${path === '/' ? '' : path}`,
    ...(description === undefined ? [] : [description]),
    scopes.length > 0 ? `Scope: ${scopes.join(' or ')}` : 'No key needed.',
    ...(query.length > 0 ? [`Parameters:\n\n${query.map(trimmed).join('\n')}`] : []),
    ...(body.length > 0 ? [`Body:\n\n${body.map(trimmed).join('\n')}`] : []),
    `\`\`\`sh\n${curlOf(operation)}\n\`\`\``,
    `Errors: ${operation['x-errors'].join(', ')}`,
    '',
  ].join('\n\n');
}

const trimmed = (line: string): string => line.trimEnd();

export type Listed = { readonly title: string; readonly path: string };

/** https://llmstxt.org: what a program reads first. */
export function llmsText(guides: readonly Listed[]): string {
  return `# Waypost

> Short links, click analytics, split tests and conversions. The API does what the screens do, except what only a signed-in person may.

- [The whole API reference](https://waypost.example/docs/api.md): operations, fields, errors, examples
- [OpenAPI 3.1 document](https://waypost.example/api/v1/openapi.json)

## Guides

${guides.map(({ title, path }) => `- [${title}](https://waypost.example${path}.md)`).join('\n')}
`;
}
