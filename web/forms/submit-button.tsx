import { Button } from '#web/ui/button.tsx';

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
