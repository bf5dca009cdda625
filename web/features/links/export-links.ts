import { atom } from 'jotai';
import { tellAtom } from '#web/app/state/toast.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';

/** Downloads all links as a CSV file. Rejects when the download fails. */
export const exportLinksAtom = atom(null, async (_, set): Promise<void> => {
  await saveFile({ address: paths.exportedLinks, name: 'links-export.csv' });
  set(tellAtom, 'Data exported successfully');
});
