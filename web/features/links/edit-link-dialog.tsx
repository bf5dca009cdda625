import { useSetAtom } from 'jotai';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { editLinkAtom } from './links.ts';
import { lazyPart } from '#web/app/state/lazy.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { FormInDialog } from '#web/forms/dialog-forms.tsx';
import { LeaveGuard } from '#web/forms/leave-guard.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { changeOf, valuesOf, type LinkValues } from './form/link-form.ts';
import { linkResolver } from './form/link-problems.ts';
import { linkIssues } from './form/link-issues.ts';
import { NewTestDialog, useNewTestQuestion } from './form/new-test-question.tsx';
import { useUnfolded } from './sections/unfolded.ts';
import { DeletedNotice, useDeleted } from './deleted-notice.tsx';
import { useFormParts } from './sections/form-parts.tsx';
import { LinkHeading } from './link-heading.tsx';
import { EditFields } from './edit-fields.tsx';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';

const previews = lazyPart(
  async () => (await import('./sections/link-previews.tsx')).LinkPreviews,
  () => <SkeletonRows count={6} label="Loading the preview" />,
);

const showRefusal = atFields<LinkValues>(linkIssues, 'Failed to update link');

type EditLinkDialogProps = {
  readonly link: Link | null;
  onClose(): void;
  /** Opens the form that a duplicate fills, on a page that does not have it. */
  onDuplicate?(): void;
};

/** Edits every field of a link that its owner may change. */
export function EditLinkDialog({ link, ...dialog }: EditLinkDialogProps) {
  return link && <EditDialog key={link.id} link={link} {...dialog} />;
}

type EditDialogProps = EditLinkDialogProps & { readonly link: Link };

function EditDialog({ link, onClose, onDuplicate }: EditDialogProps) {
  const showToast = useSetAtom(showToastAtom);
  const editLink = useSetAtom(editLinkAtom);
  const isSaved = useRef(false);
  const deleted = useDeleted(link.id);
  const unfolded = useUnfolded();
  const parts = useFormParts();
  const form = useForm<LinkValues>({
    resolver: linkResolver,
    defaultValues: valuesOf(link),
  });
  const { isDirty } = form.formState;
  const duplicate = () => {
    isSaved.current = true;
    onClose();
    onDuplicate?.();
  };
  const newTest = useNewTestQuestion({ form, ...parts });
  const submission = useSubmit({
    form,
    send: async (values) => {
      if (!(await newTest.agreed(values, link))) return;
      await editLink({ id: link.id, change: changeOf(values, link) });
      isSaved.current = true;
      onClose();
      showToast('Link updated successfully');
    },
    refused: (error, places) => {
      parts.showFields();
      unfolded.showRefused(error);
      showRefusal(error, places);
    },
    onInvalid: (errors) => {
      parts.showFields();
      unfolded.showErrors(errors);
    },
  });

  return (
    <Dialog
      title="Edit Link"
      description={<LinkHeading link={link} />}
      isWide
      isOpen
      onClose={onClose}
    >
      <FormInDialog
        form={form}
        submission={submission}
        label="Update Link"
        busyLabel="Updating..."
        blocked={deleted}
        onCancel={onClose}
      >
        {deleted && <DeletedNotice link={link} onDuplicate={duplicate} />}
        <PlanNotice />
        <div className="-mb-3">{parts.choice}</div>
        <div className={classNames('-mx-5 -mb-5', parts.isPreview && 'hidden')}>
          <EditFields link={link} unfolded={unfolded} />
        </div>
        {parts.isPreview && <previews.Part link={link} isInDialog />}
      </FormInDialog>
      <NewTestDialog answer={newTest.answer} />
      <LeaveGuard isDirty={isDirty} isSaved={isSaved} />
    </Dialog>
  );
}
