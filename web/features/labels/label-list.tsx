import { useSetAtom } from 'jotai';
import { Folder, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { counted } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TagDot } from './label-chips.tsx';
import { LabelForm, type ManagedLabel } from './label-form.tsx';
import { type LabelKind, removeLabelAtom } from './labels.ts';

type LabelListProps = {
  readonly kind: LabelKind;
  /** Undefined while they are loading. */
  readonly labels: readonly ManagedLabel[] | undefined;
  readonly error: Error | null;
};

/** The tags or folders, each to be changed or deleted. */
export function LabelList({ kind, labels, error }: LabelListProps) {
  const [open, setOpen] = useState<{ readonly id: string; readonly to: 'edit' | 'delete' }>();
  const close = () => setOpen(undefined);
  if (!labels && error) return <p className="text-bad">Failed to load {kind}s</p>;
  if (!labels) return <SkeletonRows count={3} label={`Loading ${kind}s`} />;
  if (labels.length === 0) return <p className="text-muted">You have no {kind}s yet.</p>;
  return (
    <ul aria-label={`Your ${kind}s`} className="max-h-80 overflow-y-auto">
      {labels.map((label) => (
        <li key={label.id} className="border-b border-line py-1.5 last:border-0">
          {open?.id === label.id && open.to === 'edit' ? (
            <LabelForm kind={kind} label={label} onClose={close} />
          ) : open?.id === label.id ? (
            <Removal kind={kind} label={label} onClose={close} />
          ) : (
            <LabelRow kind={kind} label={label}>
              <IconButton
                label={`Edit ${label.name}`}
                onClick={() => setOpen({ id: label.id, to: 'edit' })}
              >
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Delete ${label.name}`}
                onClick={() => setOpen({ id: label.id, to: 'delete' })}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </LabelRow>
          )}
        </li>
      ))}
    </ul>
  );
}

type LabelRowProps = {
  readonly kind: LabelKind;
  readonly label: ManagedLabel;
  readonly children: ReactNode;
};

function LabelRow({ kind, label, children }: LabelRowProps) {
  return (
    <div className="flex items-center gap-2">
      {kind === 'tag' ? (
        <TagDot color={label.color} />
      ) : (
        <Folder aria-hidden className="size-4 shrink-0 text-muted" />
      )}
      <span dir="auto" className="min-w-0 grow truncate text-left font-medium">
        {label.name}
      </span>
      <span className="num shrink-0 text-sm text-muted">{counted(label.links, 'link')}</span>
      {children}
    </div>
  );
}

type RemovalProps = Omit<LabelRowProps, 'children'> & { onClose(): void };

function Removal({ kind, label, onClose }: RemovalProps) {
  const [remove, isBusy] = useAction(useSetAtom(removeLabelAtom), `Failed to delete the ${kind}`);
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 grow basis-48 text-muted">
        Delete <strong className="font-semibold wrap-anywhere text-text">{label.name}</strong>?{' '}
        {label.links === 0
          ? 'No link has it.'
          : `${counted(label.links, 'link')} will lose it. The links stay.`}
      </p>
      <Button autoFocus onClick={onClose}>
        Cancel
      </Button>
      <Button look="danger" isBusy={isBusy} onClick={() => remove({ kind, id: label.id })}>
        Delete
      </Button>
    </div>
  );
}
