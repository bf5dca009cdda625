import { useAtomValue } from 'jotai';
import { Folder, FolderMinus, FolderPlus, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { unlabelled } from '#contract/analytics/report-filters';
import { Link, useLocation } from 'react-router';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { inFolder } from '#web/features/address/keep-query.ts';
import { foldersQuery } from '#web/features/labels/labels.ts';
import { wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { listedLinks, newestLinks } from './list/use-link-list.ts';
import { leavingAtom, withoutLeaving } from './leaving.ts';
import { linksPageQuery } from './links.ts';

const LabelsDialog = lazyDialog(
  async () => (await import('#web/features/labels/labels-dialog.tsx')).LabelsDialog,
  ({ isOpen }) => isOpen,
);

/** The folders with their numbers of links, below My Links in the navigation; nothing without one. */
export function FolderPlaces() {
  const { data: folders = [] } = useAtomValue(foldersQuery);
  const [isOpen, setOpen] = useState(false);
  const { data: newest } = useAtomValue(linksPageQuery(newestLinks(listedLinks)));
  const leaving = useAtomValue(leavingAtom);
  if (folders.length === 0) return null;
  const all = newest && withoutLeaving(newest, leaving).total;
  // The same links leave every count at once, so that the counts always add up.
  const gone = newest?.items.filter(({ id }) => leaving.has(id)) ?? [];
  const counts = folders.map(
    ({ id, links }) => links - gone.filter(({ folder }) => folder?.id === id).length,
  );
  const inFolders = counts.reduce((sum, links) => sum + links, 0);
  return (
    <>
      <ul aria-label="Folders" className="mb-1 ml-[18px] grid gap-px border-l border-line pl-2">
        <FolderPlace folder={null} name="All links" links={all} />
        <FolderPlace
          icon={FolderMinus}
          folder={unlabelled}
          name="No folder"
          links={all === undefined ? undefined : Math.max(0, all - inFolders)}
        />
        {folders.map(({ id, name }, place) => (
          <FolderPlace key={id} icon={Folder} folder={id} name={name} links={counts[place]} />
        ))}
        <li>
          <button
            type="button"
            className={classNames(line, 'w-full text-muted hover:bg-raised hover:text-text')}
            onClick={() => setOpen(true)}
          >
            <FolderPlus aria-hidden className="size-3.5 shrink-0" />
            New folder
          </button>
        </li>
      </ul>
      <LabelsDialog first="folder" isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type FolderPlaceProps = {
  readonly icon?: LucideIcon;
  /** The folder's id, or `unlabelled`; null: links of every folder. */
  readonly folder: string | null;
  readonly name: string;
  /** Undefined while it is loading. */
  readonly links: number | undefined;
};

function FolderPlace({ icon: Icon, folder, name, links }: FolderPlaceProps) {
  const searchParams = useAtomValue(searchParamsAtom);
  const { pathname } = useLocation();
  const isHere = pathname === paths.links && searchParams.get('folder') === folder;
  return (
    <li>
      <Link
        to={inFolder(folder, { pathname, searchParams })}
        aria-current={isHere ? 'true' : undefined}
        className={classNames(
          line,
          isHere ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
        )}
      >
        {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
        <span dir="auto" className="min-w-0 grow truncate text-left">
          {name}
        </span>
        <span className="num shrink-0 text-xs font-normal text-muted">
          {links !== undefined && wholeNumber(links)}
          <span className="sr-only"> {links === 1 ? 'link' : 'links'}</span>
        </span>
      </Link>
    </li>
  );
}

const line =
  'flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-sm font-medium transition-colors touch';
