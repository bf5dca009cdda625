import { useAtom } from 'jotai';
import { Columns3 } from 'lucide-react';
import { buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { hiddenColumnsAtom, optionalColumns } from './columns.ts';

/** Shows and hides the table's columns, and the labels of its links. */
export function ColumnsMenu() {
  const [hidden, toggle] = useAtom(hiddenColumnsAtom);
  return (
    <Menu
      button={
        <>
          <Columns3 aria-hidden className="size-4" />
          Columns
        </>
      }
      buttonClassName={buttonClasses()}
    >
      {optionalColumns.map((name) => (
        <MenuChoice key={name} isChosen={!hidden.includes(name)} onChoose={() => toggle(name)}>
          {name}
        </MenuChoice>
      ))}
    </Menu>
  );
}
