import { useSetAtom } from 'jotai';
import { Trash2 } from 'lucide-react';
import type { SavedView } from '#web/api.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { removeViewAtom } from './views.ts';

type ManageViewsDialogProps = {
  readonly isOpen: boolean;
  readonly views: readonly SavedView[];
  onClose(): void;
};

/** The saved views, each to be removed. */
export function ManageViewsDialog({ isOpen, views, onClose }: ManageViewsDialogProps) {
  return (
    <Dialog title="Saved views" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        {views.length === 0 ? (
          <p className="text-muted">No views are saved.</p>
        ) : (
          <ul aria-label="Saved views">
            {views.map((view) => (
              <ViewRow key={view.id} view={view} />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function ViewRow({ view }: { readonly view: SavedView }) {
  const [remove, isBusy] = useAction(useSetAtom(removeViewAtom), 'Failed to remove the view');
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0">
      <span className="min-w-0 truncate font-medium">{view.name}</span>
      <IconButton label={`Remove ${view.name}`} disabled={isBusy} onClick={() => remove(view.id)}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  );
}
