import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import type { Submission } from './use-submit.ts';
import { CircleAlert } from 'lucide-react';
import { LiveText } from '#web/ui/texts/live-text.tsx';
import { Button } from '#web/ui/button.tsx';

type PageFormProps = SubmitWords & {
  readonly submission: Submission;
  /** An error about the whole form. */
  readonly problem: string | undefined;
  readonly className?: string;
  readonly buttonClassName?: string;
  /** Below the button. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** The main form of a page: its error, its fields, its button. */
export function PageForm(props: PageFormProps) {
  const { submission, problem, className = 'mt-6 grid', buttonClassName, note, children } = props;
  const { submit, isBusy } = submission;
  return (
    <form noValidate onSubmit={submit} className={classNames('gap-4', className)}>
      <FormAlert text={problem} />
      {children}
      <SubmitButton
        label={props.label}
        busyLabel={props.busyLabel}
        isBusy={isBusy}
        className={classNames('h-10', buttonClassName)}
      />
      {note}
    </form>
  );
}

/** An error about the whole form. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  return (
    <LiveText
      role="alert"
      text={text}
      icon={<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      className="empty:absolute"
      textClassName="flex items-start gap-2 rounded-md border border-bad/40 bg-bad-soft px-3 py-2.5 text-bad"
    />
  );
}

/** The submit button's label, and its label while the form is sent. */
export type SubmitWords = { readonly label: string; readonly busyLabel: string };

type SubmitButtonProps = SubmitWords & {
  readonly isBusy: boolean;
  /** Why the form cannot be sent. */
  readonly blocked?: string | undefined;
  readonly className?: string;
};

export function SubmitButton(props: SubmitButtonProps) {
  const { label, busyLabel, isBusy, blocked, className } = props;
  return (
    <Button
      type="submit"
      look="primary"
      isBusy={isBusy}
      disabled={blocked !== undefined}
      title={blocked}
      className={className}
    >
      {isBusy ? busyLabel : label}
    </Button>
  );
}
