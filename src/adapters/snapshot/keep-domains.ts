import { readFileSync } from 'node:fs';
import { replaceFile } from '#adapters/disk/durable';
import { isErrno } from '#core/shared/errno';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { noAppLinks } from '#contract/app-links';
import type { ServedDomain, ServedDomains } from '#core/domains/served-domains';

/** Raised when the format changes: files of other versions are ignored. */
const format = 'waypost domains 1';

/** Changes are written to the file within this time. */
const afterMs = secondMs;

type KeepDomains = {
  readonly file: string;
  readonly domains: ServedDomains;
  readonly log: Log;
};

/**
 * Fills the domains from their file, so that a start serves them before a database is available,
 * and writes the file again within a second of each change. There are few domains, so the whole
 * file is written: to a temporary file, which is then renamed. A damaged file is ignored.
 */
export function keepDomains({ file, domains, log }: KeepDomains): { close(): Promise<void> } {
  const read = readDomains(file);
  if (read === 'damaged') log.warn('the list of custom domains is damaged and ignored');
  else domains.replace(read);

  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();
  const work = async (): Promise<void> => {
    try {
      await writeDomains(file, domains.all());
    } catch (error) {
      log.warn('the list of custom domains cannot be written', faultFields(error));
    }
  };
  const now = (): void => {
    timer = null;
    writing = writing.then(work);
  };
  domains.watch(() => {
    timer ??= setTimeout(now, afterMs);
  });

  return {
    async close() {
      if (timer !== null) {
        clearTimeout(timer);
        now();
      }
      await writing;
    },
  };
}

/** A domain in the file. Versions before the app links wrote none. */
type StoredDomain = Omit<ServedDomain, 'appLinks'> & Partial<ServedDomain>;
/** A checksum, and the domains as JSON. */
type Stored = { readonly format: string; readonly domains: readonly StoredDomain[] };

async function writeDomains(file: string, domains: readonly ServedDomain[]): Promise<void> {
  const stored: Stored = { format, domains };
  const json = JSON.stringify(stored);
  await replaceFile(file, `${checksum(json)}\t${json}\n`);
}

function readDomains(file: string): readonly ServedDomain[] | 'damaged' {
  const text = textOf(file);
  if (text === null) return [];
  const tab = text.indexOf('\t');
  const json = text.slice(tab + 1).trimEnd();
  if (tab < 0 || text.slice(0, tab) !== checksum(json)) return 'damaged';
  // The checksum was right, so this program wrote the text.
  const stored = parse(json);
  if (stored.format !== format) return 'damaged';
  return stored.domains.map((domain) => ({ ...domain, appLinks: domain.appLinks ?? noAppLinks }));
}

const parse: (json: string) => Stored = JSON.parse;

function checksum(json: string): string {
  return Bun.hash.crc32(json).toString(16);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
