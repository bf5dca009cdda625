import type { ExportFilter } from '#core/links/link-filter';

/** All settings of the thread, which reads no environment. */
export type ExportSettings = {
  /** With credentials. */
  readonly databaseUrl: string;
  /** With credentials and database. */
  readonly clickHouseUrl: string;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: 'cookieless' | 'cookie';
};

/** Messages to the thread: `start` comes first, `end` last. An export gets a port of its own. */
export type ToExport =
  | { readonly kind: 'start'; readonly settings: ExportSettings }
  | {
      readonly kind: 'export';
      readonly userId: string;
      /** Undefined: all links. */
      readonly filter: ExportFilter | undefined;
      readonly port: MessagePort;
    }
  | { readonly kind: 'end' };

/** Messages to an export: each `next` is answered by one `FromExport`; `stop` ends it. */
export type ToPort = 'next' | 'stop';

export type FromExport =
  | { readonly kind: 'piece'; readonly text: string }
  | { readonly kind: 'end' }
  /** `code` is the database's or the system's, where the error has one. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | null };
