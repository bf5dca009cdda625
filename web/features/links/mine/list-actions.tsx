import { useAtomValue } from 'jotai';
import { Upload } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { ExportListedLinks } from '#web/features/links/list/export-links-button.tsx';
import { listedLinks } from '#web/features/links/list/use-link-list.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { narrowedAtom, narrowingOf } from './narrowing.ts';

/** The buttons for the whole list: import, and export of the links that its filters leave. */
export function ListActions() {
  const narrowing = narrowingOf(useAtomValue(narrowedAtom));
  return (
    <>
      <ImportLink />
      <ExportListedLinks pageSize={listedLinks} narrowing={narrowing} />
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
