import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { askPicture } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { logoChangesAtom } from './logo.ts';
import { qrPath, type QrDesign } from './qr-design.ts';

export type Preview = {
  /** The last code that could be drawn; null before the first. */
  readonly picture: string | null;
  /** Its address, which names its design. */
  readonly drawn: string | null;
  /** Messages by the name of the field that they are about; '' for others. */
  readonly problems: Readonly<Record<string, string>>;
};

const nothing: Preview = { picture: null, drawn: null, problems: {} };

/** A link's code in a design, drawn anew when the typing rests. */
export function usePreview(linkId: string, design: QrDesign): Preview {
  const [preview, setPreview] = useState(nothing);
  const logoChanges = useAtomValue(logoChangesAtom);
  const path = useDebounced(previewPath(linkId, design));
  useEffect(() => {
    const abort = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const picture = URL.createObjectURL(await askPicture(path, abort.signal));
        if (!abort.signal.aborted) setPreview({ picture, drawn: path, problems: {} });
      } catch (error) {
        if (abort.signal.aborted) return;
        setPreview((before) => ({ ...before, problems: problemsOf(error) }));
      }
    };
    void show();
    return () => abort.abort();
  }, [path, logoChanges]);
  const { picture } = preview;
  useEffect(() => () => (picture === null ? undefined : URL.revokeObjectURL(picture)), [picture]);
  return preview;
}

/** The address of a link's preview in a design. */
export function previewPath(linkId: string, design: QrDesign): string {
  return qrPath(linkId, design, { format: 'svg', size: '512' });
}

function problemsOf(error: unknown): Preview['problems'] {
  if (!(error instanceof ApiError)) return { '': 'The code could not be drawn. Please try again.' };
  const issues = error.issues.map(({ path, message }) => [path, message] as const);
  return issues.length > 0 ? Object.fromEntries(issues) : { '': error.message };
}
