import { useAtom, useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { IconButton } from '#web/ui/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { foldersQuery, tagsQuery, type Label } from '#web/features/labels/labels.ts';
import { settingsQuery } from '#web/features/account/settings.ts';
import { isNarrowed, kinds, narrowedAtom, notNarrowed, statuses } from './narrowing.ts';

type FilterBarProps = {
  /** Whether folders are filters too: on phones, which have no sidebar. */
  readonly hasFolders: boolean;
};

/** The filters of the list. Those by tag and folder appear when the account has a tag or a folder. */
export function FilterBar({ hasFolders }: FilterBarProps) {
  const [narrowed, narrow] = useAtom(narrowedAtom);
  const { data: tags } = useAtomValue(tagsQuery);
  const { data: folders } = useAtomValue(foldersQuery);
  const isChecked = useAtomValue(settingsQuery).data?.checksDestinations ?? false;
  const canBeBroken = isChecked || narrowed.status === 'broken';
  return (
    <div className="contents">
      <Select
        label="Status"
        value={narrowed.status}
        options={statuses.filter(({ value }) => value !== 'broken' || canBeBroken)}
        className="max-md:grow"
        onChange={(status) => narrow({ status })}
      />
      <Select
        label="Kind of link"
        value={narrowed.kind}
        options={kinds}
        className="max-md:grow"
        onChange={(kind) => narrow({ kind })}
      />
      {tags !== undefined && tags.length > 0 && (
        <Select
          label="Tag"
          value={narrowed.tag}
          options={options('All tags', 'Without tags', tags)}
          className={labelLook}
          onChange={(tag) => narrow({ tag })}
        />
      )}
      {hasFolders && folders !== undefined && folders.length > 0 && (
        <Select
          label="Folder"
          value={narrowed.folder}
          options={options('All folders', 'In no folder', folders)}
          className={labelLook}
          onChange={(folder) => narrow({ folder })}
        />
      )}
      {isNarrowed(narrowed) && (
        <IconButton label="Clear filters" onClick={() => narrow(notNarrowed)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  );
}

const labelLook = 'max-w-44 max-md:max-w-full max-md:grow';

function options(all: string, none: string, labels: readonly Label[]) {
  const own = labels.map(({ id, name }) => ({ value: id, label: name }));
  return [{ value: 'any', label: all }, ...own, { value: '(none)', label: none }];
}
