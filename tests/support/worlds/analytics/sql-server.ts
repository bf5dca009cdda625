import { createHash } from 'node:crypto';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { sqlEngine } from './sql-engine.ts';

/**
 * A ClickHouse server as far as a test needs one: the real engine behind its HTTP interface, and in
 * front of it what the engine does not have here. Emulated: sign-in with users that CREATE USER
 * made, the statements that manage access (the engine only parses them), grants of whole databases
 * and tables, row policies (as `additional_table_filters`), the read-only mode, and the server's
 * folder for files. Not emulated, and so not shown by a test: whether a real server holds what it
 * was told.
 */
export async function sqlServer() {
  const engine = await sqlEngine('open');
  const { origin, username, password } = new URL(engine.url);
  const state = {
    users: new Map<string, User>(),
    /** By table. */
    policies: new Map<string, Policy[]>(),
    /** What a broken server runs although no grant allows it. */
    hole: null as RegExp | null,
    /** A grant that Waypost's own user does not have. */
    lacking: null as string | null,
    /** Whether a table with a policy shows nothing to users without one. */
    hidesRows: false,
    /** Whether the lists of databases, tables and columns show all of them to every user. */
    listsAll: false,
    /** Statements that managed access, in order. */
    managed: [] as string[],
  };
  const admin = { authorization: `Basic ${btoa(`${username}:${password}`)}` };

  const forward = (search: URLSearchParams, text: string | Blob): Promise<Response> =>
    fetch(`${origin}/?${search.toString()}`, { method: 'POST', headers: admin, body: text });
  const failure = (code: number, message: string): Response =>
    new Response(`Code: ${code}. DB::Exception: ${message} (version 26.7.2.1)`, {
      status: code === 516 ? 403 : 500,
      headers: { 'x-clickhouse-exception-code': String(code) },
    });

  const manage = async (text: string): Promise<Response> => {
    if (state.lacking !== null && text.toUpperCase().startsWith(state.lacking)) {
      const message = `To execute this query, it's necessary to have the grant ${state.lacking} ON *.*.`;
      return failure(497, `waypost: Not enough privileges. ${message} (ACCESS_DENIED)`);
    }
    const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
    const search = new URLSearchParams([['param_text', escaped]]);
    const parsed = await forward(search, 'SELECT formatQuerySingleLine({text:String})');
    if (!parsed.ok) return parsed;
    state.managed.push(text);
    const [, verb = '', kind = ''] = /^(\w+) (USER|ROW POLICY|QUOTA|SELECT) /.exec(text) ?? [];
    if (kind === 'USER') noteUser(verb, text);
    if (kind === 'ROW POLICY') notePolicy(verb, text);
    if (verb === 'GRANT') noteGrant(text);
    return new Response('');
  };
  const noteUser = (verb: string, text: string): void => {
    const name = /`([^`]+)`/.exec(text)?.[1] ?? '';
    state.users.delete(name);
    const [, hash = '', salt = ''] = /BY '(\w+)'\s+SALT '(\w+)'/.exec(text) ?? [];
    if (verb === 'CREATE') state.users.set(name, { hash, salt, granted: new Set(['system.one']) });
  };
  const notePolicy = (verb: string, text: string): void => {
    const name = /`([^`]+)`/.exec(text)?.[1] ?? '';
    const condition = /USING ([\s\S]+?) TO/.exec(text)?.[1] ?? '1';
    const [, on = ''] = / ON (.+?)(?: AS RESTRICTIVE| USING|$)/s.exec(text) ?? [];
    for (const table of on.replaceAll('`', '').split(', ')) {
      const others = (state.policies.get(table) ?? []).filter((one) => one.name !== name);
      const isNew = verb === 'CREATE' ? [{ name, condition }] : [];
      state.policies.set(table, [...others, ...isNew]);
    }
  };
  const noteGrant = (text: string): void => {
    const [, on = '', to = ''] = /GRANT SELECT ON (\S+) TO `([^`]+)`/.exec(text) ?? [];
    state.users.get(to)?.granted.add(on.replaceAll('`', ''));
  };

  const filtersOf = (name: string, { granted }: User): string => {
    const databases = [...granted].map((one) => `'${one.split('.')[0]}'`).join(', ');
    const own: (readonly [string, string])[] = [];
    if (!state.listsAll) {
      own.push(['system.tables', `database IN (${databases})`]);
      own.push(['system.columns', `database IN (${databases})`]);
      own.push(['system.databases', `name IN (${databases})`]);
    }
    for (const [table, policies] of state.policies) {
      const mine = policies.find((policy) => policy.name === name);
      if (mine !== undefined) own.push([table, mine.condition]);
      else if (state.hidesRows && policies.length > 0) own.push([table, '0']);
    }
    const text = own.map(([table, filter]) => {
      return `'${table}': '${filter.replaceAll("'", String.raw`\'`)}'`;
    });
    return `{${text.join(', ')}}`;
  };

  const asUser = (name: string, user: User, search: URLSearchParams, text: string) => {
    const refusal = state.hole?.test(text) === true ? null : refusalOf(text, user);
    if (refusal !== null) return failure(...refusal);
    search.set('additional_table_filters', filtersOf(name, user));
    return forward(search, text);
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const search = new URL(request.url).searchParams;
      if (new URL(request.url).pathname === '/ping') return new Response('Ok.\n');
      const body = await request.blob();
      const { name, key } = credentialsOf(request.headers);
      if (name === username && key === password) {
        const text = search.get('query') ?? (await body.text());
        if (isManagement.test(text.trim())) return manage(text.trim());
        return forward(search, body);
      }
      const user = state.users.get(name);
      if (user === undefined || hashOf(key, user.salt) !== user.hash) {
        return failure(516, `${name}: Authentication failed. (AUTHENTICATION_FAILED)`);
      }
      return asUser(name, user, search, await body.text());
    },
  });
  const url = `http://${username}:${password}@127.0.0.1:${server.port}/waypost`;
  const client = connectClickHouse(url);

  return {
    engine,
    state,
    url,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.stop(true);
      await engine[Symbol.asyncDispose]();
    },
  };
}

type User = { readonly hash: string; readonly salt: string; readonly granted: Set<string> };
type Policy = { readonly name: string; readonly condition: string };

const isManagement = /^(?:GRANT|REVOKE|(?:CREATE|DROP|ALTER) (?:USER|ROW POLICY|QUOTA))\b/;
/** Tables of the engine that every user may read; of some it sees its own rows alone. */
const readable =
  /^(?:one|databases|tables|columns|settings|functions|data_type_families|table_engines)$/;
const closedFunctions =
  /\b(?:file|url|remote|cluster|s3|executable|loop|merge|mergeTreeIndex|view)\s*\(/;

/** The server's code and message; null when the user may run it. */
function refusalOf(text: string, { granted }: User): [number, string] | null {
  const denied: [number, string] = [497, 'Not enough privileges. (ACCESS_DENIED)'];
  const isReading = /^\s*(?:\(|SELECT|WITH|EXPLAIN|DESCRIBE|SHOW CREATE TABLE)\b/i.test(text);
  if (!isReading) return denied;
  if (text.endsWith('SETTINGS readonly = 0')) return [164, 'Cannot modify readonly. (READONLY)'];
  if (text.endsWith('SETTINGS max_execution_time = 0'))
    return [452, 'Constraint. (SETTING_CONSTRAINT_VIOLATION)'];
  if (/SELECT file\(/.test(text))
    return [291, 'File is not inside user_files. (DATABASE_ACCESS_DENIED)'];
  const code = text.replace(/'(?:[^'\\]|\\.)*'/g, "''");
  if (closedFunctions.test(code)) return denied;
  for (const [, database = '', table = ''] of code.matchAll(/`?(\b[a-z_]\w*)`?\.`?([a-z_]\w*)/gi)) {
    const isOwn = granted.has(`${database}.*`) || granted.has(`${database}.${table}`);
    const isOpen = /^(?:system|information_schema)$/.test(database) && readable.test(table);
    const isTable = /^(?:system|waypost)/.test(database);
    if (isTable && !isOwn && !isOpen) return denied;
  }
  return null;
}

function credentialsOf(headers: Headers): { readonly name: string; readonly key: string } {
  const name = headers.get('x-clickhouse-user');
  if (name !== null) return { name, key: headers.get('x-clickhouse-key') ?? '' };
  const basic = /^Basic (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '';
  const [user = '', ...rest] = atob(basic).split(':');
  return { name: user, key: rest.join(':') };
}

function hashOf(password: string, salt: string): string {
  return createHash('sha256').update(password).update(salt).digest('hex');
}
