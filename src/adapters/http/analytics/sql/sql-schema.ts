import type { SqlState } from '#core/analytics/sql/run-statement';

/** What a person may query, as the page shows it. */
export type SqlSchema = {
  readonly database: string;
  readonly views: readonly {
    readonly name: string;
    readonly description: string;
    readonly columns: readonly {
      readonly name: string;
      readonly type: string;
      readonly description: string;
    }[];
  }[];
  readonly examples: readonly {
    readonly id: string;
    readonly title: string;
    readonly query: string;
  }[];
  readonly functions: readonly string[];
  readonly limits: {
    readonly seconds: number;
    readonly rows: number;
    readonly queryBytes: number;
    readonly statementsPerMinute: number;
  };
};

export type SqlSchemaJson = SqlSchema & {
  readonly state: SqlState | 'unconfirmed';
  /** The address for clients that speak ClickHouse's HTTP interface. */
  readonly url: string;
};
