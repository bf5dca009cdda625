import { longestStatement } from '#contract/analytics/saved';
import { callLimits } from '#contract/call-limits';
import { functionNames } from './allowed-functions.ts';
import { statementLimits } from './author-settings.ts';
import { embeddedDatabases } from './databases.ts';
import { examples } from './examples.ts';
import { analystViews } from './views.ts';

/** The largest number of rows that the page shows of a result. */
const shownRows = 10_000;

/** What accounts can query, for people and for completion. */
export const sqlSchema = {
  database: embeddedDatabases.views,
  views: analystViews.map(({ name, description, columns }) => ({
    name,
    description,
    columns: columns.map(([column, type, meaning]) => ({
      name: column,
      type,
      description: meaning,
    })),
  })),
  examples,
  functions: functionNames,
  limits: {
    seconds: statementLimits.seconds,
    rows: shownRows,
    queryBytes: longestStatement,
    statementsPerMinute: callLimits.sql.perMinute,
  },
};
