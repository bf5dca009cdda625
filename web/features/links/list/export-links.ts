import { atom } from 'jotai';
import { showToastAtom } from '#web/app/state/toast.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';

/** Downloads all links as a CSV file. Rejects when the download fails. */
export const exportLinksAtom = atom(null, async (_, set, isForExcel: boolean): Promise<void> => {
  await saveFile({ url: paths.exportedLinks, name: 'links-export.csv', isForExcel });
  set(showToastAtom, 'Data exported successfully');
});
