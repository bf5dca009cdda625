import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { offerAtom } from '#web/app/state/toast.ts';
import { copyWithToastAtom, putInClipboard } from '#web/app/state/clipboard.ts';
import { withoutScheme } from '#web/format.ts';

/**
 * Copies a new short link and says that it was created, also when it cannot be copied: browsers
 * allow a copy only for a short time after a gesture, and a button is a new gesture.
 */
export const copyCreatedAtom = atom(
  null,
  async (_, set, { shortUrl }: Pick<Link, 'shortUrl'>): Promise<void> => {
    const short = withoutScheme(shortUrl);
    if (await putInClipboard(shortUrl)) {
      set(offerAtom, { title: 'Short link created and copied', text: short });
      return;
    }
    set(offerAtom, {
      title: 'Short link created successfully!',
      text: `${short} could not be copied to the clipboard.`,
      action: { label: 'Copy', choose: () => void set(copyWithToastAtom, shortUrl) },
    });
  },
);
