import {
  Description,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from '@headlessui/react';
import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { closeAllFloating } from './floating.tsx';

type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isOpen: boolean;
  readonly isWide?: boolean;
  /** For a table of many columns. */
  readonly isWidest?: boolean;
  /** Whether the top keeps its place while the height of the content changes. */
  readonly isAtTop?: boolean;
  /** Whether the dialog hides the page below it. It then cannot be closed by a cross. */
  readonly isOpaque?: boolean;
  readonly children: ReactNode;
  onClose(): void;
};

/** What would be lost if the dialog closed: the answer to what is being sent, or changes. */
type Held = 'answer' | 'changes' | null;

/** The dialog around a form. */
type Surrounding = {
  /** Says what the dialog holds now. While it holds an answer, it cannot be closed. */
  hold(now: Held): void;
  /** Closes by `close`: with changes after a question, and not while an answer is awaited. */
  leave(close: () => void): void;
};

const Around = createContext<Surrounding>({ hold: () => {}, leave: (close) => close() });

/** A modal dialog: a sheet at the bottom on phones, a panel in the middle elsewhere. */
export function Dialog(props: DialogProps) {
  const { title, description, isOpen, isWide, isWidest, isAtTop, isOpaque } = props;
  const { children, onClose } = props;
  useEffect(() => {
    if (isOpen) closeAllFloating();
  }, [isOpen]);
  // A key that is pressed before the next render must not find what was held before.
  const held = useRef<Held>(null);
  const [isWaiting, setWaiting] = useState(false);
  const [asked, setAsked] = useState<(() => void) | null>(null);
  const [around] = useState<Surrounding>(() => ({
    hold: (now) => {
      held.current = now;
      setWaiting(now === 'answer');
    },
    leave: (close) => {
      if (held.current === null) close();
      else if (held.current === 'changes') setAsked(() => close);
    },
  }));
  const leave = () => around.leave(onClose);
  return (
    <HeadlessDialog
      open={isOpen}
      onClose={leave}
      onKeyDown={(event) => {
        // Headless UI takes the focus away before it asks to close.
        if (held.current === 'answer' && event.key === 'Escape') event.preventDefault();
      }}
      className="relative z-30"
    >
      <DialogBackdrop
        className={classNames(
          'fixed inset-0',
          isOpaque ? 'bg-bg/95 backdrop-blur-xl' : 'bg-[#000]/60 backdrop-blur-[2px]',
        )}
      />
      <div
        className={classNames(
          'fixed inset-0 grid items-end justify-items-center overflow-y-auto md:p-6',
          isAtTop ? 'md:items-start md:pt-[12dvh]' : 'md:items-center',
        )}
      >
        <DialogPanel
          className={classNames(
            'rise flex w-full flex-col rounded-t-xl border border-line bg-surface shadow-float md:rounded-xl',
            isWidest ? 'md:max-w-7xl' : isWide ? 'md:max-w-2xl' : 'md:max-w-md',
            isAtTop ? 'max-md:h-[92dvh] md:max-h-[76dvh]' : 'max-h-[92dvh]',
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="grid min-w-0 gap-1">
              <DialogTitle className="text-xl font-semibold tracking-tight">{title}</DialogTitle>
              {description && (
                <Description as="div" className="text-muted">
                  {description}
                </Description>
              )}
            </div>
            {!isOpaque && (
              <IconButton label="Close" isIdle={isWaiting} onClick={leave} className="-mt-1 -mr-2">
                <X aria-hidden className="size-5" />
              </IconButton>
            )}
          </div>
          <Around value={around}>{children}</Around>
          {asked && (
            <DiscardQuestion
              onDiscard={() => {
                setAsked(null);
                asked();
              }}
              onKeep={() => setAsked(null)}
            />
          )}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

type DiscardQuestionProps = { onDiscard(): void; onKeep(): void };

/** Asks for confirmation before unsaved changes are lost. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <Dialog
      title="Discard your changes?"
      description="Your changes have not been saved."
      isOpen
      onClose={onKeep}
    >
      <DialogActions>
        <Button onClick={onDiscard}>Discard</Button>
        <Button look="primary" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The part that scrolls when the dialog is taller than the screen. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="grid auto-rows-max gap-4 overflow-y-auto px-5 pt-1 pb-5">{children}</div>;
}

/** The dialog's buttons, the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
      {children}
    </footer>
  );
}

type DialogFormProps = {
  /** The labels of the submit button, and while the form is sent. */
  readonly label: string;
  readonly busyLabel: string;
  /** The label of the button that closes the dialog; 'Cancel' by default. */
  readonly cancelLabel?: string;
  readonly look?: 'primary' | 'danger';
  readonly isBusy: boolean;
  /** Whether what is being sent goes on by itself, so that the dialog can close meanwhile. */
  readonly goesOn?: boolean;
  /** Whether the form has changes, which the dialog does not lose without a question. */
  readonly isDirty?: boolean;
  /** Why the form cannot be sent. It is shown beside the button. */
  readonly blocked?: string | undefined;
  readonly children: ReactNode;
  onSubmit(event: SubmitEvent<HTMLFormElement>): unknown;
  onCancel(): void;
};

/**
 * A dialog with one form: its fields, a cancel button and the submit button. The dialog stays open
 * while the form is being sent, unless the sending goes on by itself.
 */
export function DialogForm(props: DialogFormProps) {
  const { label, busyLabel, look = 'primary', isBusy, children, onSubmit, onCancel } = props;
  const { cancelLabel = 'Cancel', blocked, isDirty = false, goesOn = false } = props;
  const { hold, leave } = use(Around);
  const isHeld = isBusy && !goesOn;
  const held = isHeld ? 'answer' : isDirty ? 'changes' : null;
  useEffect(() => {
    hold(held);
    return () => hold(null);
  }, [hold, held]);
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex min-h-0 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogActions>
        {blocked && <p className="mr-auto self-center text-sm text-muted">{blocked}</p>}
        <Button isIdle={isHeld} onClick={() => leave(onCancel)}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          look={look}
          isBusy={isBusy}
          disabled={blocked !== undefined}
          title={blocked}
        >
          {isBusy ? busyLabel : label}
        </Button>
      </DialogActions>
    </form>
  );
}

type DialogQuestionProps = Pick<
  DialogFormProps,
  'label' | 'busyLabel' | 'cancelLabel' | 'look' | 'isBusy' | 'onCancel'
> & {
  /** What happens, as sentences. */
  readonly children: ReactNode;
  onYes(): void;
};

/** A question in a dialog, which stays open until the answer of the server. */
export function DialogQuestion({ children, onYes, ...form }: DialogQuestionProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onYes();
  };
  return (
    <DialogForm look="danger" {...form} onSubmit={submit}>
      <p className="text-muted">{children}</p>
    </DialogForm>
  );
}
