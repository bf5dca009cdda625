import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { TitleAbove } from '#web/ui/texts/title-above.tsx';

/** The link that a dialog is about: its title, if it has one, and its short address. */
export function LinkHeading({ link }: { readonly link: Link }) {
  return (
    <TitleAbove title={link.title}>
      <MiddleCut text={withoutScheme(link.shortUrl)} />
    </TitleAbove>
  );
}
