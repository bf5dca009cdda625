import { modKey } from '#web/ui/browser/mod-key.ts';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { goKeys } from './go-keys.ts';
import { nameOf } from '#web/screens.ts';

type Shortcut = { readonly keys: string; readonly does: string };

const everywhere: readonly Shortcut[] = [
  { keys: `${modKey} K`, does: 'Find anything' },
  { keys: 'c', does: 'New link' },
  { keys: '/', does: 'Search' },
  ...goKeys.map(({ key, screen }) => ({ keys: `g ${key}`, does: `Go to ${nameOf(screen)}` })),
  { keys: '?', does: 'This help' },
];

const inLists: readonly Shortcut[] = [
  { keys: 'j', does: 'Next link' },
  { keys: 'k', does: 'Previous link' },
  { keys: 'Enter', does: 'Open the link’s page' },
  { keys: 'x', does: 'Select the link' },
  { keys: 'b', does: 'Go to the actions for the selected links' },
  { keys: 'e', does: 'Edit the link' },
  { keys: 'c', does: 'Copy the short link' },
  { keys: 'q', does: 'Show the QR code' },
];

type KeysDialogProps = { readonly isOpen: boolean; onClose(): void };

/** Lists the keyboard shortcuts. */
export function KeysDialog({ isOpen, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <Shortcuts title="Everywhere" shortcuts={everywhere} />
          <Shortcuts title="On a link of My Links" shortcuts={inLists} />
        </div>
      </DialogBody>
    </Dialog>
  );
}

type ShortcutsProps = { readonly title: string; readonly shortcuts: readonly Shortcut[] };

function Shortcuts({ title, shortcuts }: ShortcutsProps) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2.5 text-sm font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] content-start items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd key={key} className={keyLook}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-sm text-muted">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const keyLook =
  'inline-block min-w-6 rounded-sm border border-line-strong bg-raised px-1.5 text-center font-sans text-xs leading-5 font-semibold';
