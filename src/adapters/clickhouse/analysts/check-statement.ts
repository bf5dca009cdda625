import { browsingStatement } from './browse.ts';
import { canonicalOf, checkSettings } from './canonical.ts';
import { catalogNames, withCatalog } from './catalog.ts';
import { checkParameters } from './check-parameters.ts';
import { embeddedDatabases, type SqlDatabases } from './databases.ts';
import type { AskEngine, EngineQuestion } from './engine.ts';
import { explainedStatement, planOnly, planStatement } from './explain.ts';
import { withHostName } from './host-name.ts';
import { tokensOf } from './lexer.ts';
import { refused } from './refuse.ts';
import { withoutTail } from './tail.ts';
import { checkTypes, checkTypesOfTree } from './type-check.ts';
import { checkSyntaxTree, checkTableNames, checkTables, namedTables } from './tree-checks.ts';
import { analystViews } from './views.ts';
import { checkCalls, checkWords } from './word-check.ts';

/** A statement that may be run, and what its author wrote at its end. */
export type CheckedStatement = {
  readonly text: string;
  /** Null: the request's own. */
  readonly format: string | null;
  readonly settings: ReadonlyMap<string, string>;
  /** The names of the views that it reads. */
  readonly views: readonly string[];
};

/**
 * Independent parts of the check. Tests remove one at a time, to prove that the others still
 * refuse.
 */
export type CheckParts = {
  readonly words: typeof checkWords;
  readonly calls: typeof checkCalls;
  readonly types: typeof checkTypes;
  readonly syntaxTree: typeof checkSyntaxTree;
  readonly typesOfTree: typeof checkTypesOfTree;
  readonly tableNames: typeof checkTableNames;
  readonly tables: typeof checkTables;
};

const everyPart: CheckParts = {
  words: checkWords,
  calls: checkCalls,
  types: checkTypes,
  syntaxTree: checkSyntaxTree,
  typesOfTree: checkTypesOfTree,
  tableNames: checkTableNames,
  tables: checkTables,
};

/** The tables that a statement may read. A SELECT without FROM reads `system.one`. */
function readableIn({ views, catalog }: SqlDatabases): ReadonlySet<string> {
  const own = analystViews.map(({ name }) => `${views}.${name}`);
  return new Set(['system.one', ...own, ...catalogNames(catalog)]);
}

/** Keeps the tables that are views: the database is that of the views, and the name is a view's. */
function viewsAmong(tables: ReadonlySet<string>, { views }: SqlDatabases): string[] {
  const names = analystViews.map(({ name }) => name);
  return names.filter((name) => tables.has(name) || tables.has(`${views}.${name}`));
}

type Asked = Pick<EngineQuestion, 'userId' | 'parameters' | 'signal'> & { readonly query: string };

/**
 * Decides whether an account's own statement may run. Only the engine's canonical form of it is
 * read and used, so comments, encodings and stacked statements are gone. Its functions and types are
 * checked twice before anything is evaluated, by our own reading of the text and by the engine's syntax
 * tree; its tables by their names in both, and then by the engine's resolved tree. Rejects with StatementFailure.
 */
export function checkStatement(
  ask: AskEngine,
  parts: CheckParts = everyPart,
  databases: SqlDatabases = embeddedDatabases,
) {
  const readable = readableIn(databases);
  return async ({ query, ...asked }: Asked): Promise<CheckedStatement> => {
    const canonical = await canonicalOf(ask, { query, ...asked });
    checkParameters(canonical, asked.parameters);
    const trimmed = withoutTail(canonical, wordsOf(canonical));
    const tail = { format: trimmed.format, settings: trimmed.settings };
    const browsing = browsingStatement(wordsOf(trimmed.text), databases);
    if (browsing !== null) return { ...tail, text: browsing, views: [] };

    const explained = explainedStatement(trimmed.text, wordsOf(trimmed.text));
    const named = hostNamed(explained ?? trimmed.text);
    const text = withCatalog(named, wordsOf(named), databases);
    const tokens = wordsOf(text);
    parts.words(tokens);
    parts.calls(tokens);
    parts.types(tokens);
    const explain = async (what: string): Promise<string> => {
      const format = 'TabSeparatedRaw';
      const step = { ...asked, format, settings: checkSettings, text: `EXPLAIN ${what} ${text}` };
      return (await ask(step)).text();
    };
    const tree = await explain('AST');
    parts.syntaxTree(tree);
    parts.typesOfTree(tree);
    parts.tableNames(tree, readable);
    parts.tables(await explain('QUERY TREE'), readable);
    const shown = explained === null ? text : planStatement(await explain(planOnly));
    return { ...tail, text: shown, views: viewsAmong(namedTables(tree), databases) };
  };
}

function hostNamed(text: string): string {
  return withHostName(text, wordsOf(text));
}

function wordsOf(text: string) {
  const tokens = tokensOf(text);
  if (tokens === null) {
    throw refused('SYNTAX_ERROR', 'The statement contains something that is not allowed here');
  }
  return tokens;
}
