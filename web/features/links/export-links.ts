import { atom } from 'jotai';
import { patientFetch } from '#web/patient-fetch.ts';
import { paths } from '#web/paths.ts';
import { tellAtom } from '#web/app/state/toast.ts';

const fileName = 'links-export.csv';

/** Saves every link as a CSV file; rejects when it cannot be downloaded. */
export const exportLinksAtom = atom(null, async (_, set): Promise<void> => {
  const answer = await patientFetch(paths.exportedLinks);
  if (!answer.ok) throw new Error(`The export was answered with ${answer.status}`);
  save(await answer.blob());
  set(tellAtom, 'Data exported successfully');
});

function save(file: Blob): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address));
}
