import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where there is more room, when there is no other place. */
export const widerWindow = 'A wider window has more.';

type HiddenColumnsProps = {
  /** Its heads with `data-column` are those that a narrow table hides. */
  readonly table: RefObject<HTMLTableElement | null>;
  /** A sentence. */
  readonly moreRoom: string;
};

/** Names the columns that the table has no room for. Phones, which have room for few, do not. */
export function HiddenColumns({ table, moreRoom }: HiddenColumnsProps) {
  const [hidden, setHidden] = useState('');
  useLayoutEffect(() => {
    if (table.current === null) return undefined;
    const heads = [...table.current.querySelectorAll<HTMLElement>('th[data-column]')];
    const observer = new ResizeObserver(() => {
      const without = heads.filter(({ offsetWidth }) => offsetWidth === 0);
      setHidden(without.map(({ textContent }) => textContent).join(', '));
    });
    observer.observe(table.current);
    return () => observer.disconnect();
  }, [table]);
  if (hidden === '') return null;
  return (
    <p className="px-2 pt-2 text-xs text-muted max-md:hidden">
      Hidden for lack of room: {hidden}. {moreRoom}
    </p>
  );
}
