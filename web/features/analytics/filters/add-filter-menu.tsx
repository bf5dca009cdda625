import { Plus } from 'lucide-react';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { filterIcons } from './filter-icons.tsx';
import { addFilterId } from './focus-add-filter.ts';
import { type FilterName, filterLabels } from '#web/features/address/filter-names.ts';

type AddFilterMenuProps = {
  readonly names: readonly FilterName[];
  onChoose(name: FilterName): void;
};

/** The properties that a report can be narrowed by. */
export function AddFilterMenu({ names, onChoose }: AddFilterMenuProps) {
  return (
    <Menu
      side="below-start"
      buttonId={addFilterId}
      buttonClassName="inline-flex h-[30px] items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 text-sm font-medium text-muted transition-colors hover:border-muted hover:text-text touch"
      button={
        <>
          <Plus aria-hidden className="size-4" />
          Add filter
        </>
      }
    >
      {names.map((name) => (
        <MenuAction key={name} icon={filterIcons[name]} onChoose={() => onChoose(name)}>
          {filterLabels[name]}
        </MenuAction>
      ))}
    </Menu>
  );
}
