import { useAtomValue } from 'jotai';
import { FolderInput, FolderMinus, Tag, TagsIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NewBulk } from '#web/api.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { foldersQuery, tagsQuery } from '#web/features/labels/labels.ts';

/** What an action does, without its links. */
export type BulkChoice = Pick<NewBulk, 'action' | 'tag' | 'folder'>;

type LabelMenusProps = { onChoose(choice: BulkChoice): void };

/** Menus that tag the selected links and move them to a folder. */
export function LabelMenus({ onChoose }: LabelMenusProps) {
  const { data: tags = [] } = useAtomValue(tagsQuery);
  const { data: folders = [] } = useAtomValue(foldersQuery);
  return (
    <>
      <LabelMenu icon={<Tag aria-hidden className="size-4" />} name="Tag">
        {tags.length === 0 && <Hint>You have no tags yet. Add one to a link first.</Hint>}
        {tags.map(({ id, name }) => (
          <MenuAction
            key={id}
            icon={<Tag aria-hidden />}
            onChoose={() => onChoose({ action: 'tag', tag: id })}
          >
            Add {name}
          </MenuAction>
        ))}
        {tags.map(({ id, name }) => (
          <MenuAction
            key={`without ${id}`}
            icon={<TagsIcon aria-hidden />}
            onChoose={() => onChoose({ action: 'untag', tag: id })}
          >
            Remove {name}
          </MenuAction>
        ))}
      </LabelMenu>
      <LabelMenu icon={<FolderInput aria-hidden className="size-4" />} name="Move">
        {folders.length === 0 && <Hint>You have no folders yet. Add one to a link first.</Hint>}
        {folders.map(({ id, name }) => (
          <MenuAction
            key={id}
            icon={<FolderInput aria-hidden />}
            onChoose={() => onChoose({ action: 'move', folder: id })}
          >
            {name}
          </MenuAction>
        ))}
        {folders.length > 0 && (
          <MenuAction
            icon={<FolderMinus aria-hidden />}
            onChoose={() => onChoose({ action: 'move', folder: null })}
          >
            Out of folders
          </MenuAction>
        )}
      </LabelMenu>
    </>
  );
}

type LabelMenuProps = {
  readonly name: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
};

function LabelMenu({ name, icon, children }: LabelMenuProps) {
  return (
    <Menu
      side="above"
      button={
        <>
          {icon}
          {name}
        </>
      }
      buttonClassName={buttonClasses('secondary', 'sm')}
    >
      {children}
    </Menu>
  );
}

function Hint({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="menuitem"
      aria-disabled
      tabIndex={-1}
      className="max-w-60 px-2.5 py-2 text-sm text-muted"
    >
      {children}
    </div>
  );
}
