import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Listed, llmsText, referenceMarkdown } from './markdown.ts';
import { type Api, docsFolder, readApi } from './openapi.ts';
import { chapterHtml, errorsHtmlPage } from './reference.ts';

/** A page of the documentation. */
export type DocsPage = { readonly path: string; readonly title: string; readonly body: string };

/** The documentation: pages for people, and texts for programs, by their addresses. */
export type Docs = {
  readonly pages: readonly DocsPage[];
  readonly texts: Readonly<Record<string, string>>;
};

/** Our own address in documents, which the server replaces by the instance's. */
const example = 'https://waypost.example';
const origin = '{{origin}}';

/** Makes the documentation from docs/api and docs/guides. */
export async function makeDocs(): Promise<Docs> {
  const api = await readApi();
  const start = await Bun.file(join(docsFolder, 'api/start.md')).text();
  const guides = await readGuides();
  const sections = [...start.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
  const navigation = (at: string) => navigationHtml(api, { at, sections, guides });

  const page = (path: string, title: string, main: string): DocsPage => ({
    path,
    title,
    body: withOrigin(layout(navigation(path), main)),
  });
  return {
    pages: [
      page('/docs/api', 'API reference', proseHtml(start)),
      ...api.chapters.map((chapter) =>
        page(`/docs/api/${chapter.slug}`, chapter.name, chapterHtml(chapter, api)),
      ),
      page('/docs/errors', 'Error codes', errorsHtmlPage()),
      ...guides.map(({ path, title, markdown }) => page(path, title, proseHtml(markdown))),
    ],
    texts: {
      '/docs/api.md': withOrigin(referenceMarkdown(api, start)),
      '/llms.txt': withOrigin(llmsText(guides)),
      ...Object.fromEntries(
        guides.map(({ path, markdown }) => [`${path}.md`, withOrigin(markdown)]),
      ),
    },
  };
}

const withOrigin = (text: string): string => text.replaceAll(example, origin);

type Guide = Listed & { readonly markdown: string };

async function readGuides(): Promise<readonly Guide[]> {
  const folder = join(docsFolder, 'guides');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const markdown = await Bun.file(join(folder, file)).text();
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? file;
      return { title, path: `/docs/guides/${file.slice(0, -'.md'.length)}`, markdown };
    }),
  );
}

/** Markdown of ours as HTML. Headings get addresses, and wide tables scroll by keyboard too. */
function proseHtml(markdown: string): string {
  let tables = 0;
  const html = Bun.markdown
    .html(markdown)
    .replaceAll(/<h2>(.*?)<\/h2>/g, (_, title: string) => {
      const id = idOf(title);
      return `<h2 id="${id}"><a href="#${id}">${title}</a></h2>`;
    })
    .replaceAll('<table>', () => {
      tables += 1;
      return `<div class="docs-wide" tabindex="0" role="region" aria-label="Table ${tables}"><table>`;
    })
    .replaceAll('</table>', '</table></div>');
  return `<article class="docs-prose">${html}</article>`;
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

type Place = {
  readonly at: string;
  readonly sections: readonly string[];
  readonly guides: readonly Listed[];
};

/** The contents: chapters, and the operations of the chapter that is open. */
function navigationHtml({ chapters }: Api, { at, sections, guides }: Place): string {
  const link = (path: string, title: string, more = '') =>
    `<li><a href="${path}"${path === at ? ' aria-current="page"' : ''}>${title}${more}</a></li>`;
  const opened = chapters.map(({ slug, name, operations }) => {
    const path = `/docs/api/${slug}`;
    const inner = operations.map(({ operationId: id, summary, method }) =>
      link(
        `${path}#${id}`,
        `<span>${Bun.escapeHTML(summary)}</span>`,
        `<b class="docs-method ${method.toLowerCase()}">${method}</b>`,
      ),
    );
    return (
      link(path, Bun.escapeHTML(name)) + (path === at ? `<li><ul>${inner.join('')}</ul></li>` : '')
    );
  });
  return `<h2>Start here</h2><ul>${sections.map((title) => link(`/docs/api#${idOf(title)}`, title)).join('')}${link('/docs/errors', 'Error codes')}</ul>
<h2>Operations</h2><ul>${opened.join('')}</ul>
<h2>Guides</h2><ul>${guides.map(({ path, title }) => link(path, title)).join('')}</ul>`;
}

const mark =
  '<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 3.5h12.6l3.9 4-3.9 4H5zM19 12.5H6.4l-3.9 4 3.9 4H19z" fill="var(--accent)"/></svg>';

function layout(navigation: string, main: string): string {
  return `<div class="docs"><a class="docs-skip" href="#content">Skip to the content</a>
<header class="docs-top"><a class="docs-brand" href="/">${mark}Waypost</a>
<nav aria-label="Documents"><a href="/docs/api">API reference</a><a href="/docs/errors">Errors</a></nav>
<span class="docs-version">v1</span><a class="docs-button" href="/api/v1/openapi.json">OpenAPI</a><a class="docs-button main" href="/settings/api">Make a key</a></header>
<details class="docs-menu"><summary>Contents</summary><nav aria-label="Contents of this reference">${navigation}</nav></details>
<nav class="docs-side" aria-label="Contents">${navigation}</nav>
<main id="content">${main}</main></div>`;
}
