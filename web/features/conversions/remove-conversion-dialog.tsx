import { useSetAtom } from 'jotai';
import type { ConversionJson } from '#contract/conversions/conversions';
import { momentLabel } from '#web/format.ts';
import { removeConversionAtom } from './conversions.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog, DialogQuestion } from '#web/ui/floating/dialog.tsx';
import { conversionWords } from './conversion-facts.tsx';
import { useAction } from '#web/forms/use-action.ts';

type RemoveConversionDialogProps = {
  readonly conversion: ConversionJson | null;
  onRemoved(id: string): void;
  onClose(): void;
};

/** Asks for confirmation before a conversion is removed from all totals. */
export function RemoveConversionDialog(props: RemoveConversionDialogProps) {
  const { conversion, onRemoved, onClose } = props;
  const showToast = useSetAtom(showToastAtom);
  const removeConversion = useSetAtom(removeConversionAtom);
  const [remove, isBusy] = useAction(async (id: string) => {
    await removeConversion(id);
    onRemoved(id);
    onClose();
    showToast('Conversion deleted successfully');
  }, 'Failed to delete conversion');

  return (
    <Dialog title="Delete Conversion" isOpen={conversion !== null} onClose={onClose}>
      {conversion && (
        <>
          <DialogQuestion
            label="Delete"
            busyLabel="Deleting..."
            isBusy={isBusy}
            onYes={() => remove(conversion.id)}
            onCancel={onClose}
          >
            <strong className="font-semibold text-text">{conversionWords(conversion)}</strong>,
            recorded {momentLabel(conversion.convertedAt)}, is deleted from the list and from every
            total. Reporting it again does not restore it. This cannot be undone.
          </DialogQuestion>
        </>
      )}
    </Dialog>
  );
}
