import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { foldersQuery, type LabelKind, tagsQuery } from './labels.ts';
import { LabelForm } from './label-form.tsx';
import { LabelList } from './label-list.tsx';

type LabelsDialogProps = { readonly isOpen: boolean; onClose(): void };

/** The account's tags and folders: added, renamed, recoloured and deleted. */
export function LabelsDialog({ isOpen, onClose }: LabelsDialogProps) {
  const [kind, setKind] = useState<LabelKind>('tag');
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
