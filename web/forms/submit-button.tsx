import { Button } from '#web/ui/button.tsx';

/** The submit button's label, and its label while the form is sent. */
export type SubmitWords = { readonly label: string; readonly busyLabel: string };

type SubmitButtonProps = SubmitWords & { readonly isBusy: boolean; readonly className?: string };

export function SubmitButton({ label, busyLabel, isBusy, className }: SubmitButtonProps) {
  return (
    <Button type="submit" look="primary" isBusy={isBusy} className={className}>
      {isBusy ? busyLabel : label}
    </Button>
  );
}
