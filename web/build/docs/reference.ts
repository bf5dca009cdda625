import { type ProblemCode, problems } from '#contract/problems';
import { curlOf, pythonOf, typescriptOf } from './calls.ts';
import { type Field, fieldsOf, typeOf } from './fields.ts';
import type { Api, Chapter, Operation, Parameter } from './openapi.ts';

const text = (given: string): string => Bun.escapeHTML(given);

/** Text with words in backticks as code. */
function prose(given: string): string {
  return text(given).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** The page of a chapter: its operations, one after the other. */
export function chapterHtml({ name, description, operations }: Chapter, api: Api): string {
  return `<header class="docs-head"><p class="docs-crumb">API reference</p><h1>${text(name)}</h1>
<p class="docs-lead">${text(description)}</p></header>
${operations.map((operation) => operationHtml(operation, api)).join('\n')}`;
}

function operationHtml(operation: Operation, api: Api): string {
  const { operationId: id, method, path, summary, description } = operation;
  return `<section class="docs-op" id="${id}"><div class="docs-text">
<h2><a href="#${id}">${text(summary)}</a></h2>
<p class="docs-address"><b class="docs-method ${method.toLowerCase()}">${method}</b><code>/api/v1${path === '/' ? '' : text(path)}</code></p>
${description === undefined ? '' : `<p class="docs-lead">${prose(description)}</p>`}
${factsHtml(operation)}
${parametersHtml(operation, api)}
${bodyHtml(operation, api)}
${answerHtml(operation, api)}
${errorsHtml(operation)}
</div><div class="docs-code">${callsHtml(operation)}${exampleHtml(operation)}</div></section>`;
}

function factsHtml(operation: Operation): string {
  const { 'x-scope': scope, 'x-or-scope': other, 'x-limit': limit } = operation;
  const scopes = [scope, other].flatMap((each) => (each ? [`<code>${each}</code>`] : []));
  const often = limit
    ? `${limit.perMinute.toLocaleString('en')} a minute, ${limit.burst.toLocaleString('en')} at once`
    : 'None';
  return `<dl class="docs-facts"><div><dt>Scope</dt><dd>${scopes.join(' or ') || 'No key needed'}</dd></div>
<div><dt>Limit</dt><dd>${often}</dd></div><div><dt>Safe repeat</dt><dd>${repeatHtml(operation)}</dd></div></dl>`;
}

/** How a program sends the call again without a second effect. */
function repeatHtml({ method, parameters = [] }: Operation): string {
  const takesKey = parameters.some(
    (each) => '$ref' in each && each.$ref.endsWith('/IdempotencyKey'),
  );
  if (takesKey) return '<code>Idempotency-Key</code>';
  return ['GET', 'PUT', 'DELETE'].includes(method)
    ? 'Repeat it as it is'
    : 'Look before you repeat';
}

function parametersHtml({ parameters = [] }: Operation, api: Api): string {
  const all = parameters.flatMap((each): Parameter[] => {
    if ('name' in each) return [each];
    const shared = api.parameters[each.$ref.split('/').at(-1) ?? ''];
    return shared ? [shared] : [];
  });
  const titles = { path: 'In the path', query: 'Parameters', header: 'Headers' } as const;
  return (['path', 'query', 'header'] as const)
    .map((place) => all.filter((each) => each.in === place))
    .filter((some) => some.length > 0)
    .map((some) => {
      const fields = some.map(({ name, required = false, description = '', schema }) => ({
        name,
        type: typeOf(schema, api.schemas),
        isRequired: required,
        about: [description, valuesIn(schema.enum)].filter((part) => part !== '').join(' '),
      }));
      return `<h3>${titles[some[0]?.in ?? 'query']}</h3>${fieldsHtml(fields, true)}`;
    })
    .join('');
}

function valuesIn(values: readonly unknown[] = []): string {
  const named = values.filter((value) => value !== '').map((value) => `\`${String(value)}\``);
  return named.length === 0 ? '' : `${named.join(', ')}.`;
}

function bodyHtml({ requestBody }: Operation, api: Api): string {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content || type === undefined) return '';
  if (type !== 'application/json') return `<h3>Body</h3><p>A file: <code>${type}</code></p>`;
  return `<h3>Body</h3>${fieldsHtml(fieldsOf(content.schema, api.schemas), true)}`;
}

function answerHtml(operation: Operation, api: Api): string {
  const [status, success] = successOf(operation);
  const types = Object.keys(success?.content ?? {});
  const json = success?.content?.['application/json'];
  const fields = json ? fieldsOf(json.schema, api.schemas) : [];
  const what =
    types.length === 0 ? 'without a body' : types.map((type) => `<code>${type}</code>`).join(', ');
  const list =
    fields.length === 0
      ? ''
      : `<details><summary>Fields of the answer (${fields.length})</summary>${fieldsHtml(fields, false)}</details>`;
  return `<h3>Answer</h3><p>${status} ${what}</p>${list}`;
}

function successOf({ responses }: Operation) {
  return Object.entries(responses).find(([status]) => status.startsWith('2')) ?? ['', undefined];
}

function fieldsHtml(fields: readonly Field[], isInput: boolean): string {
  const rows = fields.map(
    ({ name, type, isRequired, about }) =>
      `<div><dt><code>${text(name)}</code>${isInput && isRequired ? ' <b>required</b>' : ''}<span>${text(type)}</span></dt><dd>${prose(about)}</dd></div>`,
  );
  return `<dl class="docs-fields">${rows.join('')}</dl>`;
}

function errorsHtml({ 'x-errors': codes }: Operation): string {
  const known = codes.filter(isCode).toSorted((a, b) => problems[a].status - problems[b].status);
  const rows = known.map(
    (code) =>
      `<tr><td>${problems[code].status}</td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td><td>${prose(problems[code].means)}</td></tr>`,
  );
  return `<details><summary>Errors (${known.length})</summary><table class="docs-errors"><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`;
}

function isCode(code: string): code is ProblemCode {
  return code in problems;
}

/** The call in three languages: tabs of radio buttons, so that they work without a script. */
function callsHtml(operation: Operation): string {
  const { operationId: id, summary } = operation;
  const tabs = [
    { name: 'curl', code: curlOf(operation) },
    { name: 'TypeScript', code: typescriptOf(operation) },
    { name: 'Python', code: pythonOf(operation) },
  ];
  const labels = tabs.map(
    ({ name }, index) =>
      `<label><input type="radio" name="call-${id}" ${index === 0 ? 'checked' : ''}>${name}</label>`,
  );
  const panels = tabs.map(({ code }) => `<pre><code>${text(code)}</code></pre>`);
  return `<fieldset class="docs-tabs"><legend class="sr-only">${text(summary)}, as a call</legend>${labels.join('')}${panels.join('')}</fieldset>`;
}

function exampleHtml(operation: Operation): string {
  const [status, success] = successOf(operation);
  const example = success?.content?.['application/json']?.example;
  if (example === undefined) return '';
  return `<figure class="docs-example"><figcaption>${status} ${text(success?.description ?? '')}</figcaption><pre><code>${text(JSON.stringify(example, null, 2))}</code></pre></figure>`;
}

/** The page of all codes: what each means, and what to do. */
export function errorsHtmlPage(): string {
  const codes = Object.keys(problems).filter(isCode);
  const rows = codes.map((code) => {
    const { status, title, means, remedy } = problems[code];
    return `<section class="docs-error" id="${code}"><h2><a href="#${code}">${text(title)}</a></h2>
<p class="docs-address"><b class="docs-method">${status}</b><code>${code}</code></p><p>${prose(means)}</p><p><b>What to do:</b> ${prose(remedy)}</p></section>`;
  });
  return `<header class="docs-head"><p class="docs-crumb">API reference</p><h1>Error codes</h1>
<p class="docs-lead">Every answer that is no success is <code>application/problem+json</code> and has one of these as its <code>code</code>. Its <code>type</code> is the address of the code on this page.</p></header>
<div class="docs-prose">${rows.join('\n')}</div>`;
}
