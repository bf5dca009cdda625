import { readFileSync } from 'node:fs';
import { replaceFile } from '#adapters/disk/durable';
import { isErrno } from '#core/shared/errno';
import { faultFields, type Log } from '#core/shared/log';

/** Raised when the format changes: files of other versions are ignored. */
const header = 'waypost postbacks 1';

/** The generations of replaced postback secrets, by link. */
export type Generations = ReadonlyMap<string, number>;

/** Keeps the generations in a file, for a start while Postgres is away. */
export function keptGenerations({ file, log }: { readonly file: string; readonly log: Log }) {
  return {
    /** The generations of the earlier run; null when there is no file, or it cannot be read. */
    read(): Generations | null {
      try {
        const [first, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
        return first === header ? new Map(lines.map(generationIn)) : null;
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return null;
        log.warn('the list of replaced postback secrets cannot be read', faultFields(error));
        return null;
      }
    },
    /** Replaces the file. */
    async write(generations: Generations): Promise<void> {
      const lines = [...generations].map(([linkId, generation]) => `${linkId} ${generation}`);
      await replaceFile(file, `${[header, ...lines].join('\n')}\n`);
    },
  };
}

function generationIn(line: string): readonly [linkId: string, generation: number] {
  const [, linkId = '', generation] = /^([\da-f-]{36}) (\d+)$/.exec(line) ?? [];
  if (generation === undefined) throw new Error('A line has another form');
  return [linkId, Number(generation)];
}
