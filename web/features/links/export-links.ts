import { patientFetch } from '#web/patient-fetch.ts';
import { paths } from '#web/paths.ts';
import { tell, tellFailure } from '#web/app/state/toast.ts';

const fileName = 'links-export.csv';

/** Saves every link as a CSV file. Fetched rather than linked, so that a failure can be told. */
export async function exportLinks(): Promise<void> {
  const file = await download();
  if (!file) {
    tellFailure('Failed to export data');
    return;
  }
  save(file);
  tell('Data exported successfully');
}

async function download(): Promise<Blob | null> {
  try {
    const answer = await patientFetch(paths.exportedLinks);
    return answer.ok ? await answer.blob() : null;
  } catch {
    return null;
  }
}

function save(file: Blob): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
