import { useAtom } from 'jotai';
import { Columns3, Square, SquareCheck } from 'lucide-react';
import { buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
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
      {optionalColumns.map((name) => {
        const isShown = !hidden.includes(name);
        return (
          <MenuAction
            key={name}
            icon={isShown ? <SquareCheck aria-hidden /> : <Square aria-hidden />}
            onChoose={() => toggle(name)}
          >
            {isShown ? `Hide ${name}` : `Show ${name}`}
          </MenuAction>
        );
      })}
    </Menu>
  );
}
