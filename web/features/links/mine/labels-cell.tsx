import { Folder } from 'lucide-react';
import type { Link } from '#web/api.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The folder and the tags of a link. */
export function LabelsCell({ folder, tags }: Pick<Link, 'folder' | 'tags'>) {
  return (
    <span className="flex flex-wrap gap-1">
      {folder && (
        <span className={label}>
          <Folder aria-label="Folder" className="size-3 shrink-0" />
          <span className="truncate">{folder.name}</span>
        </span>
      )}
      {tags.map(({ id, name, color }) => (
        <span key={id} className={label}>
          <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dots[color])} />
          <span className="truncate">{name}</span>
        </span>
      ))}
    </span>
  );
}

const label =
  'inline-flex max-w-full items-center gap-1.5 rounded-sm bg-raised px-1.5 py-px text-[11px] leading-4 font-medium text-muted';

type Color = Link['tags'][number]['color'];

const dots: Readonly<Record<Color, string>> = {
  gray: 'bg-[#8b93a1]',
  red: 'bg-[#f2555a]',
  orange: 'bg-[#f08c3a]',
  yellow: 'bg-[#e2c230]',
  green: 'bg-[#4caf63]',
  teal: 'bg-[#2fb5ac]',
  blue: 'bg-[#4d94f0]',
  purple: 'bg-[#a277f2]',
  pink: 'bg-[#ea6bb4]',
};
