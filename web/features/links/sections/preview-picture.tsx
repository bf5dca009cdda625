import { useAtomValue, useSetAtom } from 'jotai';
import type { Link } from '#web/api.ts';
import { changePreviewPictureAtom, linkQuery } from '#web/features/links/links.ts';
import { PictureButtons } from '#web/features/pictures/picture-buttons.tsx';

/** Networks show a wide picture best at 1,200 by 630 pixels. */
const sentAs = { edgePx: 1600, isSquare: false };

/** The path of the preview's present picture, which changes without the form; null: none. */
export function usePreviewPicture(link: Link): string | null {
  return (useAtomValue(linkQuery(link.id)).data ?? link).previewPicture;
}

/** Uploads and removes the picture of the link's previews. Each takes effect at once. */
export function PreviewPicture({ link }: { readonly link: Link }) {
  const changePicture = useSetAtom(changePreviewPictureAtom);
  return (
    <PictureButtons
      name="picture"
      sentAs={sentAs}
      hasPicture={usePreviewPicture(link) !== null}
      onChange={(pictureURL) => changePicture({ id: link.id, pictureURL })}
    />
  );
}
