import {
  Description,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly isWide?: boolean;
  /** Hides what is below it. */
  readonly isOpaque?: boolean;
  readonly children: ReactNode;
  onClose(): void;
};

/** A modal dialog: a sheet from below on phones, a panel in the middle elsewhere. */
export function Dialog(props: DialogProps) {
  const { title, description, isOpen, isWide, isOpaque, children, onClose } = props;
  return (
    <HeadlessDialog open={isOpen} onClose={onClose} className="relative z-30">
      <DialogBackdrop
        className={classNames(
          'fixed inset-0',
          isOpaque ? 'bg-bg/95 backdrop-blur-xl' : 'bg-[#000]/60 backdrop-blur-[2px]',
        )}
      />
      <div className="fixed inset-0 grid items-end justify-items-center overflow-y-auto md:items-center md:p-6">
        <DialogPanel
          className={classNames(
            'rise flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-surface shadow-float md:rounded-xl',
            isWide ? 'md:max-w-2xl' : 'md:max-w-md',
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="grid min-w-0 gap-1">
              <DialogTitle className="text-xl font-semibold tracking-tight">{title}</DialogTitle>
              {description && (
                <Description as="div" className="text-muted">
                  {description}
                </Description>
              )}
            </div>
            {!isOpaque && (
              <IconButton label="Close" onClick={onClose} className="-mt-1 -mr-2">
                <X aria-hidden className="size-5" />
              </IconButton>
            )}
          </header>
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

/** What scrolls when the dialog is taller than the screen. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-4 overflow-y-auto px-5 pt-1 pb-5">{children}</div>;
}

/** The dialog's actions, the one that matters last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
      {children}
    </footer>
  );
}

type DialogFormProps = {
  /** On the button that submits, and while it does. */
  readonly label: string;
  readonly busyLabel: string;
  /** On the way back; 'Cancel' when not given. */
  readonly cancelLabel?: string;
  readonly look?: 'primary' | 'danger';
  readonly isBusy: boolean;
  readonly children: ReactNode;
  onSubmit(event: SubmitEvent<HTMLFormElement>): unknown;
  onCancel(): void;
};

/** A dialog that is one form: its fields, a way back, and the button that submits it. */
export function DialogForm(props: DialogFormProps) {
  const { label, busyLabel, look = 'primary', isBusy, children, onSubmit, onCancel } = props;
  const { cancelLabel = 'Cancel' } = props;
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex min-h-0 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" look={look} isBusy={isBusy}>
          {isBusy ? busyLabel : label}
        </Button>
      </DialogActions>
    </form>
  );
}
