import type { TagColor } from '#contract/links/labels';
import { unlabelled, mostFilterValues } from '#contract/analytics/report-filters';
import { useAtomValue } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import { counted } from '#web/format.ts';
import { TagDot } from '#web/features/labels/label-chips.tsx';
import { foldersQuery, type LabelKind, tagsQuery } from '#web/features/labels/labels.ts';
import { Failure } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import type { ReactNode } from 'react';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';

function DotOf({ color }: { readonly color: TagColor | undefined }) {
  return color && <TagDot color={color} />;
}

type LabelValuesProps = {
  readonly kind: LabelKind;
  readonly chosen: readonly string[];
  onToggle(value: string): void;
};

/** The account's tags or folders to choose from, and the links without one. */
export function LabelValues({ kind, chosen, onToggle }: LabelValuesProps) {
  const tags = useAtomValue(tagsQuery);
  const folders = useAtomValue(foldersQuery);
  const { data, error, refetch } = kind === 'tag' ? tags : folders;
  if (error && !data) {
    const title = `Failed to load ${kind}s`;
    return (
      <Failure
        icon={<TriangleAlert />}
        title={title}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <SkeletonRows count={6} label={`Loading ${kind}s`} />;
  return (
    <>
      <ul aria-label={`${kind}s to choose from`} className="-mx-2 max-h-80 overflow-y-auto">
        {data.map((label) => (
          <ValueRow
            key={label.id}
            isChosen={chosen.includes(label.id)}
            isFull={chosen.length >= mostFilterValues}
            onToggle={() => onToggle(label.id)}
            clicks={null}
          >
            <span className="flex min-w-0 items-center gap-2">
              <DotOf color={tags.data?.find(({ id }) => id === label.id)?.color} />
              <span dir="auto" className="min-w-0 grow truncate text-left">
                {label.name}
              </span>
              <span className="num shrink-0 text-sm text-muted">
                {counted(label.links, 'link')}
              </span>
            </span>
          </ValueRow>
        ))}
        <ValueRow
          isChosen={chosen.includes(unlabelled)}
          isFull={chosen.length >= mostFilterValues}
          onToggle={() => onToggle(unlabelled)}
          clicks={null}
        >
          Links without a {kind}
        </ValueRow>
      </ul>
      {kind === 'tag' && (
        <p className="text-sm text-muted">A link with two tags counts for each of them.</p>
      )}
    </>
  );
}

type ValueRowProps = {
  readonly isChosen: boolean;
  /** Whether the filter can take no more values. */
  readonly isFull: boolean;
  readonly clicks: number | null;
  readonly children: ReactNode;
  onToggle(): void;
};

/** One value to choose, with its clicks when they are known. */
export function ValueRow({ isChosen, isFull, clicks, children, onToggle }: ValueRowProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raised touch">
        <Checkbox checked={isChosen} disabled={isFull && !isChosen} onChange={onToggle} />
        <span className="min-w-0 grow">{children}</span>
        {clicks !== null && (
          <span className="num shrink-0 text-sm text-muted">{counted(clicks, 'click')}</span>
        )}
      </label>
    </li>
  );
}
