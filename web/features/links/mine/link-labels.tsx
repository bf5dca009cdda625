import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { TagDot } from '#web/features/labels/label-chips.tsx';

/** The folder and the tags of a link; null when it has none. */
export function labelsOf({ folder, tags }: Link): ReactNode {
  if (folder === null && tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap gap-1 max-md:mt-1">
      {folder && (
        <span className={label}>
          <Folder aria-label="Folder" className="size-3 shrink-0" />
          <span dir="auto" className="truncate">
            {folder.name}
          </span>
        </span>
      )}
      {tags.map(({ id, name, color }) => (
        <span key={id} className={label}>
          <TagDot color={color} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </span>
      ))}
    </span>
  );
}

const label =
  'inline-flex max-w-full items-center gap-1.5 rounded-sm bg-raised px-1.5 py-px text-[11px] leading-4 font-medium text-muted';
