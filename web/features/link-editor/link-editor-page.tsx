import { useAtomValue, useSetAtom } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router';
import type { Link } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { DeletedNotice, useDeleted } from '#web/features/links/deleted-notice.tsx';
import { EditFields } from '#web/features/links/edit-fields.tsx';
import { changeOf, valuesOf, type LinkValues } from '#web/features/links/form/link-form.ts';
import { linkIssues } from '#web/features/links/form/link-issues.ts';
import { linkResolver } from '#web/features/links/form/link-problems.ts';
import { NewTestDialog, useNewTestQuestion } from '#web/features/links/form/new-test-question.tsx';
import { editLinkAtom, isMissing, linkQuery } from '#web/features/links/links.ts';
import { NoLink } from '#web/features/links/back-to-links.tsx';
import { sectionIn, useUnfolded } from '#web/features/links/sections/unfolded.ts';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { LeaveGuard } from '#web/forms/leave-guard.tsx';
import { atFields } from '#web/forms/refusals.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { linkName } from '#web/format.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { useFormParts } from '#web/features/links/sections/form-parts.tsx';
import { LinkPreviews } from '#web/features/links/sections/link-previews.tsx';
import { classNames } from '#web/ui/class-names.ts';

const showRefusal = atFields<LinkValues>(linkIssues, 'Failed to update link');

/** The editor of the address's link. */
export function Component() {
  const { id = '' } = useParams();
  return <LinkEditor key={id} id={id} />;
}

/** Every field of a link, beside previews for visitors, networks and QR scanners. */
function LinkEditor({ id }: { readonly id: string }) {
  const keepQuery = useKeepQuery();
  const query = useAtomValue(linkQuery(id));
  const { data: link } = query;
  // A link that was deleted while it is edited stays open, with the typed text.
  if (!link && isMissing(query.error)) return <NoLink />;
  return (
    <>
      <RouterLink
        to={keepQuery(paths.linkOf(id))}
        className="-mb-3 inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-muted hover:text-text touch"
      >
        <ArrowLeft aria-hidden className="size-4" />
        <bdi>{link ? linkName(link) : 'Link'}</bdi>
      </RouterLink>
      <PageHeader />
      <QueryView query={query} things="the link">
        {link ? (
          <Editor link={link} />
        ) : (
          <Card>
            <SkeletonRows count={8} label="Loading the link" />
          </Card>
        )}
      </QueryView>
    </>
  );
}

/**
 * The form keeps the link as it was when it was opened, so that other changes made meanwhile do not
 * mix with the person's.
 */
function Editor({ link: current }: { readonly link: Link }) {
  const [link] = useState(current);
  const showToast = useSetAtom(showToastAtom);
  const editLink = useSetAtom(editLinkAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const isSaved = useRef(false);
  const deleted = useDeleted(link.id);
  const form = useForm<LinkValues>({ resolver: linkResolver, defaultValues: valuesOf(link) });
  const { isDirty } = form.formState;
  const unfolded = useUnfolded(sectionIn(useLocation().hash));
  const parts = useFormParts();
  const newTest = useNewTestQuestion({ form, ...parts });
  const submission = useSubmit({
    form,
    send: async (values) => {
      if (!(await newTest.agreed(values, link))) return;
      await editLink({ id: link.id, change: changeOf(values, link) });
      isSaved.current = true;
      showToast('Link updated successfully');
      void navigate(keepQuery(paths.linkOf(link.id)));
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

  const duplicate = () => {
    isSaved.current = true;
    void navigate(keepQuery(paths.links));
  };

  return (
    <FormProvider {...form}>
      <LeaveGuard isDirty={isDirty} isSaved={isSaved} />
      <NewTestDialog answer={newTest.answer} />
      <form
        noValidate
        aria-label="Edit Link"
        onSubmit={submission.submit}
        className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="-mb-3 lg:hidden">{parts.choice}</div>
        <Card className={classNames('overflow-clip', parts.isPreview && 'max-lg:hidden')}>
          <div className="grid gap-4 px-4 not-empty:pt-4 md:px-5">
            {deleted && <DeletedNotice link={link} onDuplicate={duplicate} />}
            <PlanNotice />
          </div>
          <EditFields link={link} unfolded={unfolded} hasPreview />
        </Card>
        <div
          className={classNames('min-w-0 lg:sticky lg:top-6', !parts.isPreview && 'max-lg:hidden')}
        >
          <LinkPreviews link={link} />
        </div>
        <div
          data-sticky-bar
          className="sticky bottom-0 -mx-4 flex items-center justify-end gap-2 border-t border-line bg-bg px-4 py-3 md:-mx-8 md:px-8 lg:col-span-2"
        >
          <p role="status" className="mr-auto text-sm text-muted">
            {deleted ?? (isDirty ? 'Unsaved changes' : '')}
          </p>
          <RouterLink to={keepQuery(paths.linkOf(link.id))} className={buttonClasses('secondary')}>
            Cancel
          </RouterLink>
          <SubmitButton
            label="Update Link"
            busyLabel="Updating..."
            isBusy={submission.isBusy}
            blocked={deleted}
          />
        </div>
      </form>
    </FormProvider>
  );
}
