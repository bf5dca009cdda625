import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { foldersQuery, type LabelKind, removeLabelAtom, tagsQuery } from './labels.ts';
import { LabelForm, type ManagedLabel } from './label-form.tsx';
import { Folder, Pencil, Tag, Trash2 } from 'lucide-react';
import { counted } from '#web/format.ts';
import { RemovalQuestion } from '#web/forms/removal-question.tsx';
import { Failure, type Query } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { TagDot } from './label-chips.tsx';

type LabelsDialogProps = {
  readonly isOpen: boolean;
  /** What is shown first. */
  readonly first?: LabelKind;
  onClose(): void;
};

/** A dialog to add, rename, recolour and delete the account's tags and folders. */
export function LabelsDialog({ isOpen, first = 'tag', onClose }: LabelsDialogProps) {
  const [kind, setKind] = useState<LabelKind>(first);
  return (
    <Dialog
      title="Tags and folders"
      description="A link may have several tags, and is in one folder or none."
      isOpen={isOpen}
      onClose={onClose}
    >
      <DialogBody>
        <div className="-mx-5">
          <Tabs<LabelKind>
            label="Tags and folders"
            value={kind}
            tabs={[
              { value: 'tag', label: 'Tags', panel: <TagPanel /> },
              { value: 'folder', label: 'Folders', panel: <FolderPanel /> },
            ]}
            onChange={setKind}
          />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function TagPanel() {
  const query = useAtomValue(tagsQuery);
  return (
    <div className="grid gap-3">
      <LabelForm kind="tag" />
      <LabelList kind="tag" labels={query.data} query={query} />
    </div>
  );
}

function FolderPanel() {
  const query = useAtomValue(foldersQuery);
  const labels = query.data?.map((folder) => ({ ...folder, color: 'gray' as const }));
  return (
    <div className="grid gap-3">
      <LabelForm kind="folder" />
      <LabelList kind="folder" labels={labels} query={query} />
    </div>
  );
}

type LabelListProps = {
  readonly kind: LabelKind;
  /** Undefined while they are loading. */
  readonly labels: readonly ManagedLabel[] | undefined;
  /** The query that loads them. */
  readonly query: Query<unknown>;
};

/** The open action on a label. When it ends, the focus returns to the button that opened it. */
type Opened = {
  readonly id: string;
  readonly to: 'edit' | 'delete';
  readonly isOver: boolean;
};

/** The tags or folders, with buttons that edit or delete them. */
function LabelList({ kind, labels, query }: LabelListProps) {
  const removeLabel = useSetAtom(removeLabelAtom);
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(opened && { ...opened, isOver: true });
  if (!labels && query.error) {
    const Icon = kind === 'tag' ? Tag : Folder;
    return (
      <Failure
        icon={<Icon />}
        title={`Failed to load ${kind}s`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!labels) return <SkeletonRows count={3} label={`Loading ${kind}s`} />;
  if (labels.length === 0) return <p className="text-muted">You have no {kind}s yet.</p>;
  return (
    <ul
      ref={list}
      aria-label={`Your ${kind}s`}
      tabIndex={-1}
      className="max-h-80 overflow-y-auto focus:outline-none"
    >
      {labels.map((label) => {
        const own = opened?.id === label.id ? opened : undefined;
        return (
          <li key={label.id} className="border-b border-line py-1.5 last:border-0">
            {own?.to === 'edit' && !own.isOver ? (
              <LabelForm kind={kind} label={label} onClose={close} />
            ) : own && !own.isOver ? (
              <RemovalQuestion
                verb="Delete"
                name={label.name}
                consequence={consequenceOf(kind, label)}
                failure={`Failed to delete the ${kind}`}
                onRemove={async () => {
                  await removeLabel({ kind, id: label.id });
                  list.current?.focus();
                }}
                onCancel={close}
              />
            ) : (
              <LabelRow kind={kind} label={label}>
                <IconButton
                  label={`Edit ${label.name}`}
                  autoFocus={own?.to === 'edit'}
                  onClick={() => setOpened({ id: label.id, to: 'edit', isOver: false })}
                >
                  <Pencil aria-hidden className="size-4" />
                </IconButton>
                <IconButton
                  label={`Delete ${label.name}`}
                  autoFocus={own?.to === 'delete'}
                  onClick={() => setOpened({ id: label.id, to: 'delete', isOver: false })}
                >
                  <Trash2 aria-hidden className="size-4" />
                </IconButton>
              </LabelRow>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function consequenceOf(kind: LabelKind, { links }: ManagedLabel): string {
  const ofLinks =
    links === 0 ? 'No link has it.' : `${counted(links, 'link')} will lose it. The links stay.`;
  return kind === 'tag' ? `${ofLinks} Alerts about it are deleted too.` : ofLinks;
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
