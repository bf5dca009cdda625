import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Scope } from '#contract/accounts/api-keys';
import { Asked } from '#contract/analytics/query';
import { SqlSchema } from '#contract/analytics/sql';
import { listConversions } from '#contract/conversions/programs';
import { id } from '#contract/fields';
import { LinkChanges, NewLink, pageLinks } from '#contract/links/links';
import { longestPage } from '#contract/longest-page';
import { pageCursor, PageQuery } from '#contract/paging';
import type { Schema } from '#contract/route';
import { invalid, notFound } from '#core/shared/refusal';
import { byName, pageOfList } from '#adapters/http/paging/page-of-list';
import { readTarget } from '#adapters/http/redirect/target';
import type { CallApi } from './mcp.ts';
import {
  type Args,
  json,
  mostRows,
  Problem,
  queryOf,
  rowsOf,
  shown,
  shownPage,
  succeeded,
  textOf,
  ToolRefusal,
} from './results.ts';

type With = { readonly call: CallApi; readonly shortOrigin: string };

export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Without it the tool is not listed. The routes that it calls check theirs. */
  readonly scope: Scope;
  readonly isReadOnly: boolean;
  readonly isDestructive?: true;
  readonly input: Schema;
  run(args: Args, ports: With): Promise<CallToolResult>;
};

const nothing = z.object({});
const readOnly = { isReadOnly: true };
const pageSize = z.optional(
  z
    .int('Send a whole number')
    .check(z.minimum(1, 'Send at least 1'), z.maximum(longestPage, `Send at most ${longestPage}`)),
);
/** The page of a result. */
const page = { limit: pageSize, cursor: z.optional(pageCursor) };
const several = z.optional(z.union([z.string(), z.array(z.string())]));

/** What links can have, by the names of the lists in `/api/v1`. */
const kinds = ['tags', 'folders', 'utm-templates', 'domains'] as const;

/** All tools, by name. None deletes, records money, or makes keys. */
export const tools: readonly Tool[] = [
  {
    name: 'create_link',
    title: 'Create a link',
    description:
      'Makes a short link. With an externalId it is made once: the same id again changes that link.',
    scope: 'links:write',
    isReadOnly: false,
    input: NewLink,
    run: async (args, { call }) =>
      shown(
        await json(
          call((args['externalId'] ?? null) === null ? 'POST' : 'PUT', '/api/v1/links', args),
        ),
      ),
  },
  {
    name: 'describe_sql',
    title: 'Describe the SQL views',
    description: 'Names the views and columns that run_sql can read, with examples and limits.',
    scope: 'sql',
    ...readOnly,
    input: z.object(page),
    run: async (args, { call }) => {
      // The names of functions alone would fill a result.
      const {
        functions: _functions,
        views,
        ...schema
      } = SqlSchema.parse(await json(call('GET', '/api/v1/sql/schema')));
      return shownPage(args, async (asked) => {
        const { data, nextCursor } = pageOfList([...views.entries()], pageQueryOf(asked), {
          name: 'SQL views',
          positionOf: ([place]) => [place],
        });
        return { ...schema, views: data.map(([, view]) => view), nextCursor };
      });
    },
  },
  {
    name: 'get_account',
    title: 'Show the account',
    description: 'The name, email address and plan of the account that the key belongs to.',
    scope: 'account:read',
    ...readOnly,
    input: nothing,
    run: async (_, { call }) => shown(await json(call('GET', '/api/v1/account'))),
  },
  {
    name: 'get_link',
    title: 'Show a link',
    description: 'One link, by its id, its short address, or your own externalId.',
    scope: 'links:read',
    ...readOnly,
    input: z.object({
      id: z.optional(id),
      shortUrl: z.optional(z.string()),
      externalId: z.optional(z.string()),
    }),
    run: async (args, ports) => shown(await linkOf(args, ports)),
  },
  {
    name: 'get_qr_code',
    title: 'Draw a QR code',
    description: 'The QR code of a link, as a PNG picture.',
    scope: 'links:read',
    ...readOnly,
    input: z.object({ linkId: id, size: z.optional(z.int('Send a whole number of pixels')) }),
    run: async ({ linkId, size }, { call }) => {
      const path = `/api/v1/links/${textOf(linkId)}/qr?${queryOf({ format: 'png', size })}`;
      const answer = await succeeded(call('GET', path));
      const data = Buffer.from(await answer.arrayBuffer()).toString('base64');
      return { content: [{ type: 'image', mimeType: 'image/png', data }] };
    },
  },
  {
    name: 'get_split_test',
    title: 'Show split tests',
    description:
      'The split tests of a link with their numbers, and in `sentence` what can be said of them. With testId one of them.',
    scope: 'analytics:read',
    ...readOnly,
    input: z.object({ linkId: id, testId: z.optional(id), ...page }),
    run: async ({ linkId, testId, ...args }, { call }) => {
      const tests = `/api/v1/links/${textOf(linkId)}/split-tests`;
      if (testId !== undefined) return shown(await json(call('GET', `${tests}/${textOf(testId)}`)));
      return shownPage(args, (query) => json(call('GET', `${tests}?${queryOf(query)}`)));
    },
  },
  {
    name: 'list_conversions',
    title: 'List conversions',
    description: 'Conversions and refunds, newest first.',
    scope: 'conversions:read',
    ...readOnly,
    input: z.extend(listConversions.query, {
      limit: pageSize,
      linkId: several,
      eventType: several,
      source: several,
      trust: several,
    }),
    run: (args, { call }) =>
      shownPage(args, (query) => json(call('GET', `/api/v1/conversions?${queryOf(query)}`))),
  },
  {
    name: 'list_labels',
    title: 'List labels',
    description:
      'Tags, folders, UTM templates, and where the key reads domains the domains: what links can have. With kind one of them.',
    scope: 'links:read',
    ...readOnly,
    input: z.object({
      kind: z.optional(z.enum(kinds, `Choose one of ${kinds.join(', ')}`)),
      ...page,
    }),
    run: async ({ kind, ...args }, { call }) => {
      const wanted = kinds.filter((each) => kind === undefined || kind === each);
      const lists = await Promise.all(
        wanted.map((each) => {
          const all = labelsOf(each, call);
          // Of all kinds, those that the key may not read are left out.
          return kind === undefined ? all.catch(noneWithoutScope) : all;
        }),
      );
      return shownPage(args, async (asked) =>
        pageOfList(lists.flat(), pageQueryOf(asked), {
          name: `labels ${wanted.join(' ')}`,
          positionOf: ({ kind: itsKind, id: itsId, name, domain = '' }) => [
            kinds.indexOf(itsKind),
            ...byName({ name: name ?? domain, id: itsId }),
          ],
        }),
      );
    },
  },
  {
    name: 'query_analytics',
    title: 'Ask for numbers',
    description:
      'Counts clicks, visitors, conversions, money and costs, by dimensions and filters, with comparison.',
    scope: 'analytics:read',
    ...readOnly,
    input: Asked,
    run: (args, { call }) =>
      shownPage(args, (body) => json(call('POST', '/api/v1/analytics/query', body))),
  },
  {
    name: 'run_sql',
    title: 'Run a SQL statement',
    description: `Runs a ClickHouse SELECT over the views that describe_sql names: at most ${mostRows} rows.`,
    scope: 'sql',
    ...readOnly,
    input: z.object({ query: z.string('Send a statement') }),
    run: async ({ query }, { call }) =>
      shown(rowsOf(await json(call('POST', '/api/v1/sql', { query, format: 'JSON' })))),
  },
  {
    name: 'search_links',
    title: 'Search links',
    description: 'Links with their totals, by words, labels, state and time.',
    scope: 'links:read',
    ...readOnly,
    input: z.extend(pageLinks.query, { limit: pageSize, tag: several, folder: several }),
    run: (args, { call }) =>
      shownPage(args, (query) => json(call('GET', `/api/v1/links?${queryOf(query)}`))),
  },
  {
    name: 'update_link',
    title: 'Change a link',
    description: 'Changes what is sent of a link; isActive false pauses it. null clears a field.',
    scope: 'links:write',
    isReadOnly: false,
    isDestructive: true,
    input: z.extend(LinkChanges, { id }),
    run: async ({ id: linkId, ...changes }, { call }) =>
      shown(await json(call('PATCH', `/api/v1/links/${textOf(linkId)}`, changes))),
  },
];

/** All labels of one kind. */
async function labelsOf(kind: (typeof kinds)[number], call: CallApi) {
  const labels: z.output<typeof Labels>['data'] = [];
  let cursor: string | undefined;
  do {
    const asked = json(call('GET', `/api/v1/${kind}?${queryOf({ limit: longestPage, cursor })}`));
    // Each page has the cursor of the next one.
    // oxlint-disable-next-line no-await-in-loop
    const { data, nextCursor } = Labels.parse(await asked);
    labels.push(...data);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return labels.map((label) => ({ kind, ...label }));
}

const Labels = z.object({
  data: z.array(
    z.looseObject({ id, name: z.optional(z.string()), domain: z.optional(z.string()) }),
  ),
  nextCursor: z.nullable(z.string()),
});

/** The page that a tool is asked for, as a list of the API is asked. */
function pageQueryOf({ limit, cursor }: Args): PageQuery {
  return PageQuery.parse({ limit: JSON.stringify(limit), cursor });
}

function noneWithoutScope(error: unknown): readonly [] {
  const isScope =
    error instanceof ToolRefusal && Problem.parse(error.problem).code === 'scope_required';
  if (!isScope) throw error;
  return [];
}

const Page = z.object({ data: z.array(z.unknown()) });

async function linkOf(args: Args, { call, shortOrigin }: With): Promise<unknown> {
  if (args['id'] !== undefined) return json(call('GET', `/api/v1/links/${textOf(args['id'])}`));
  const { shortUrl } = args;
  const query = typeof shortUrl === 'string' ? nameIn(shortUrl, shortOrigin) : args;
  if (Object.keys(query).length === 0) {
    throw invalid({ path: 'id', message: 'Send id, shortUrl or externalId' });
  }
  const { data } = Page.parse(await json(call('GET', `/api/v1/links?${queryOf(query)}`)));
  if (data.length === 0) throw notFound();
  return data[0];
}

/** The name and the domain of a short address, also without its scheme. */
function nameIn(text: string, shortOrigin: string): Args {
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  const name = url === null ? '' : readTarget(url.href).name;
  if (url === null || name === '') {
    throw invalid({ path: 'shortUrl', message: 'Send the address of a short link' });
  }
  return url.host === new URL(shortOrigin).host ? { name } : { name, domain: url.host };
}
