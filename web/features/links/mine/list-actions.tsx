import { useAtomValue } from 'jotai';
import { Upload } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { ExportLinksButton } from '#web/features/links/list/export-links-button.tsx';
import { listedLinks, useLinksAsked } from '#web/features/links/list/use-link-list.ts';
import { linksPageQuery } from '#web/features/links/links.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { isNarrowed, narrowedAtom, narrowingOf } from './narrowing.ts';

/** The buttons for the whole list: import, and export of the links that its filters leave. */
export function ListActions() {
  const narrowed = useAtomValue(narrowedAtom);
  const narrowing = narrowingOf(narrowed);
  const asked = useLinksAsked(listedLinks, narrowing);
  const { data } = useAtomValue(linksPageQuery(asked));
  const { search } = asked;
  const isWhole = search === undefined && !isNarrowed(narrowed);
  return (
    <>
      <ImportLink />
      <ExportLinksButton
        narrowing={{ ...narrowing, ...(search !== undefined && { search }) }}
        count={isWhole ? undefined : data?.total}
      />
    </>
  );
}

/** A link to the import. On phones only its icon is shown. */
function ImportLink() {
  const keepQuery = useKeepQuery();
  return (
    <RouterLink
      to={keepQuery(paths.importLinks)}
      aria-label="Import"
      className={classNames(buttonClasses(), 'max-md:w-11 max-md:px-0')}
    >
      <Upload aria-hidden className="size-4" />
      <span className="max-md:hidden">Import</span>
    </RouterLink>
  );
}
