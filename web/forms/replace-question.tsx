import { Button } from '#web/ui/button.tsx';
import { DialogActions, DialogBody } from '#web/ui/dialog.tsx';
import { useAction } from './use-action.ts';

type ReplaceQuestionProps = {
  readonly what: 'view' | 'statement';
  /** The name that is taken. */
  readonly name: string;
  /** What takes its place. */
  readonly by: string;
  onReplace(): Promise<void>;
  onBack(): void;
};

/** Asks, in a dialog, before something of the same name is lost. */
export function ReplaceQuestion({ what, name, by, onReplace, onBack }: ReplaceQuestionProps) {
  const [replace, isBusy] = useAction(onReplace, `Failed to save the ${what}`);
  return (
    <>
      <DialogBody>
        <p role="alert" className="wrap-anywhere">
          There is a {what} with the name ‘{name}’. Replace it with {by}?
        </p>
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack}>Choose another name</Button>
        <Button autoFocus look="primary" isBusy={isBusy} onClick={replace}>
          {isBusy ? 'Replacing...' : `Replace ${what}`}
        </Button>
      </DialogActions>
    </>
  );
}
