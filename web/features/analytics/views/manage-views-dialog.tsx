import { useSetAtom } from 'jotai';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { SavedView } from '#contract/analytics/saved';
import { Removable } from '#web/forms/removal-question.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { removeViewAtom } from './views.ts';

type ManageViewsDialogProps = {
  readonly isOpen: boolean;
  readonly views: readonly SavedView[];
  onClose(): void;
};

/** The saved views, each with a button that removes it. */
export function ManageViewsDialog({ isOpen, views, onClose }: ManageViewsDialogProps) {
  const done = useRef<HTMLButtonElement>(null);
  return (
    <Dialog title="Saved views" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        {views.length === 0 ? (
          <p className="text-muted">No views are saved.</p>
        ) : (
          <ul aria-label="Saved views">
            {views.map((view) => (
              <ViewRow key={view.id} view={view} onRemoved={() => done.current?.focus()} />
            ))}
          </ul>
        )}
      </DialogBody>
      <DialogActions>
        <Button ref={done} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ViewRowProps = {
  readonly view: SavedView;
  /** Called after a view was removed. The removed row's button had the focus. */
  onRemoved(): void;
};

function ViewRow({ view, onRemoved }: ViewRowProps) {
  const removeView = useSetAtom(removeViewAtom);
  return (
    <li className="border-b border-line py-1.5 last:border-0">
      <Removable
        verb="Remove"
        name={view.name}
        consequence="Email reports of it are removed too. This cannot be undone."
        failure="Failed to remove the view"
        onRemove={() => removeView(view.id)}
        onRemoved={onRemoved}
      >
        {(button) => (
          <div className="flex items-center justify-between gap-3">
            <span dir="auto" className="min-w-0 truncate font-medium">
              {view.name}
            </span>
            <IconButton label={`Remove ${view.name}`} {...button}>
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </div>
        )}
      </Removable>
    </li>
  );
}
