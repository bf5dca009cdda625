import { Dialog, DialogBody } from '#web/ui/dialog.tsx';

const keys = [
  { key: 'j', does: 'Next link' },
  { key: 'k', does: 'Previous link' },
  { key: 'Enter', does: 'Open the link’s page' },
  { key: 'x', does: 'Select the link' },
  { key: 'b', does: 'Go to the actions for the selected links' },
  { key: 'e', does: 'Edit the link' },
  { key: 'c', does: 'Copy the short link' },
  { key: 'q', does: 'Show the QR code' },
  { key: '/', does: 'Search' },
  { key: 'Ctrl K', does: 'Find anything' },
  { key: '?', does: 'This help' },
] as const;

type KeysDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Lists the keyboard shortcuts of the list of links. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
          {keys.map(({ key, does }) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-block min-w-7 rounded-sm border border-line-strong bg-raised px-1.5 text-center font-sans text-sm font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd className="text-muted">{does}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
