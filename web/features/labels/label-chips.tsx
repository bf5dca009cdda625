import { Folder } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import type { Link } from '#web/api.ts';
import type { TagColor } from '#contract/links/labels';

const dots: Readonly<Record<TagColor, string>> = {
  gray: 'bg-(--tag-gray)',
  red: 'bg-(--tag-red)',
  orange: 'bg-(--tag-orange)',
  yellow: 'bg-(--tag-yellow)',
  green: 'bg-(--tag-green)',
  teal: 'bg-(--tag-teal)',
  blue: 'bg-(--tag-blue)',
  purple: 'bg-(--tag-purple)',
  pink: 'bg-(--tag-pink)',
};

/** A dot in the colour of a tag; the name is shown beside it. */
export function TagDot({ color }: { readonly color: TagColor }) {
  return <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dots[color])} />;
}

/** The folder and the tags of a link; nothing when it has none. */
export function LabelChips({ folder, tags }: Pick<Link, 'folder' | 'tags'>) {
  if (folder === null && tags.length === 0) return null;
  return (
    <ul aria-label="Folder and tags" className="flex min-w-0 flex-wrap gap-1">
      {folder && (
        <li className={chip}>
          <Folder aria-hidden className="size-3 shrink-0" />
          <span className="sr-only">Folder </span>
          <span dir="auto" className="truncate">
            {folder.name}
          </span>
        </li>
      )}
      {tags.map(({ id, name, color }) => (
        <li key={id} className={chip}>
          <TagDot color={color} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The id of the column with `ShortLabels`. */
export const labelsColumn = 'labels';

/** The tags and the folder of a link on one line: the first of them, and how many others. */
export function ShortLabels({ folder, tags }: Pick<Link, 'folder' | 'tags'>) {
  const [first] = tags;
  const names = [...tags, ...(folder ? [folder] : [])].map(({ name }) => name);
  const [shown, ...others] = names;
  if (shown === undefined) return null;
  return (
    <span title={names.join(', ')} className="flex min-w-0 items-center gap-1.5 text-sm">
      {first ? (
        <TagDot color={first.color} />
      ) : (
        <Folder aria-label="Folder" className="size-3 shrink-0" />
      )}
      <span dir="auto" className="truncate">
        {shown}
      </span>
      {others.length > 0 && (
        <>
          <span aria-hidden className="num shrink-0 text-xs">
            +{others.length}
          </span>
          <span className="sr-only">, {others.join(', ')}</span>
        </>
      )}
    </span>
  );
}

const chip =
  'inline-flex max-w-full items-center gap-1.5 rounded-sm bg-raised px-1.5 py-px text-[11px] leading-4 font-medium text-muted';
