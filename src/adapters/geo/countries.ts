import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cityFiles } from './city-files.ts';
import { faultFields, type Log } from '#core/shared/log';
import type { BuildRequest } from './country-builder.ts';
import { countryIn, type CountryTable } from './country-table.ts';
import { readTable } from './country-file.ts';

/** The countries of visitors, for rules that are decided before the redirect. */
export type Countries = {
  /** ISO 3166-1 alpha-2; empty when unknown, and until the table is loaded. Takes microseconds. */
  countryOf(address: string): string;
  /** Loads the table, once. Resolves when it is loaded or has failed. */
  need(): Promise<void>;
  /** Ends a build. */
  close(): void;
};

const builder = new URL('./country-builder.ts', import.meta.url);

/**
 * The redirect thread has a table of 5.5 MB in memory instead of the city databases (134 MB), and
 * only when a link has a rule by country. A separate thread builds the table once from the same
 * data, which takes up to half a minute and 600 MB. The table is stored in `file` for later starts.
 * Until then, and when it cannot be built, every country is unknown.
 */
export function openCountries(options: {
  /** The operator's database; null: the bundled ones. */
  readonly ownFile: string | null;
  readonly file: string;
  readonly log: Log;
}): Countries {
  const { ownFile, file, log } = options;
  let table: CountryTable | null = null;
  let loading: Promise<void> | null = null;
  let worker: Worker | null = null;

  const build = (request: BuildRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(builder.href);
      worker = thread;
      const end = (): void => {
        worker = null;
        thread.terminate();
      };
      thread.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
        end();
        if (data === null) resolve();
        else reject(new Error(data));
      });
      thread.addEventListener('error', (event) => {
        end();
        reject(new Error(event.message));
      });
      thread.addEventListener('close', () => resolve());
      thread.postMessage(request);
    });
  const load = async (): Promise<void> => {
    try {
      const source = await fingerprint(ownFile);
      table = await readTable(file, source);
      if (table !== null) return;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await build({ ownFile, source, target: file });
      table = await readTable(file, source);
    } catch (error) {
      log.warn(
        'the countries cannot be read: rules by country match no visitor',
        faultFields(error),
      );
    }
  };

  return {
    countryOf: (address) => (table === null ? '' : countryIn(table, address)),
    need: () => (loading ??= load()),
    close: () => worker?.terminate(),
  };
}

/** A fingerprint of the data files: their sizes and times of change. */
async function fingerprint(ownFile: string | null): Promise<string> {
  const { ipv4, ipv6 } = cityFiles(ownFile);
  const parts: string[] = [];
  for (const path of new Set([ipv4, ipv6])) {
    const { size, mtimeMs } = await stat(path);
    parts.push(`${size}.${Math.round(mtimeMs)}`);
  }
  return parts.join(' ');
}
