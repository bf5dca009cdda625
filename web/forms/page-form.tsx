import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { FormAlert } from './form-alert.tsx';
import { SubmitButton, type SubmitWords } from './submit-button.tsx';
import type { Submission } from './use-submit.ts';

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
