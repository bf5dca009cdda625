import type { Person } from './person.ts';
import { eventually } from './waiting.ts';

/** An import as the API shows it. */
export type SeenImport = {
  readonly id: string;
  readonly state: string;
  readonly rows: number;
  readonly doneRows: number;
  readonly mapping: readonly (string | null)[];
  readonly counts: { readonly created: number; readonly existing: number };
};

/** Uploads a CSV file at `url`. Fails when it is refused. */
export async function uploadCsv(url: string, person: Person, csv: string): Promise<SeenImport> {
  const answer = await fetch(`${url}/api/v1/imports?name=links.csv`, {
    method: 'POST',
    headers: { cookie: person.cookie, origin: url, 'content-type': 'text/csv' },
    body: csv,
  });
  if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Begins the dry run, with the proposed mapping, or the import. */
export async function beginImport(
  person: Person,
  { id, mapping }: SeenImport,
  step: 'check' | 'start',
): Promise<void> {
  const answer = await person.send('POST', `/api/v1/imports/${id}/${step}`, { mapping });
  if (answer.status !== 202) throw new Error(`${step}: ${answer.status} ${await answer.text()}`);
}

/** The import once it is as wanted. */
export function importOnce(
  person: Person,
  { id }: SeenImport,
  isWanted: (seen: SeenImport) => boolean,
  withinSeconds = 60,
): Promise<SeenImport> {
  return eventually(
    async (): Promise<SeenImport> => (await person.get(`/api/v1/imports/${id}`)).json(),
    isWanted,
    withinSeconds,
  );
}
