import { zodResolver } from '@hookform/resolvers/zod';
import { useSetAtom } from 'jotai';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { showToastAtom } from '#web/app/state/toast.ts';
import { FormSwitch } from '#web/forms/form-switch.tsx';
import { markSaved } from '#web/forms/mark-saved.ts';
import { atFields, issuesAt } from '#web/forms/refusals.ts';
import { SubmitButton } from '#web/forms/page-form.tsx';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { changeDomainAtom } from './domains.ts';

const schema = z.object({ rootUrl: z.string(), unknownUrl: z.string(), isDefault: z.boolean() });
type Values = z.infer<typeof schema>;
const fieldNames = ['rootUrl', 'unknownUrl', 'isDefault'] as const;

/** A connected domain's own destinations, and whether new links get it. */
export function DomainForm({ domain }: { readonly domain: Domain }) {
  const showToast = useSetAtom(showToastAtom);
  const changeDomain = useSetAtom(changeDomainAtom);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    // Another domain can become the default while this form is open.
    values: valuesOf(domain),
    resetOptions: { keepDirtyValues: true },
  });
  const { submit, isBusy } = useSubmit({
    form,
    send: async (values) => {
      const change = changeOf(values, valuesOf(domain));
      const saved = valuesOf(await changeDomain({ id: domain.id, change }));
      markSaved({ form, sent: values, saved, names: fieldNames });
      showToast('Domain updated');
    },
    refused: atFields<Values>(
      issuesAt('rootUrl', 'unknownUrl', 'isDefault'),
      'Failed to update the domain',
    ),
  });
  const { control, register, formState } = form;

  return (
    <form
      noValidate
      aria-label={`Settings of ${domain.domain}`}
      onSubmit={submit}
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Destination of the domain itself"
          isOptional
          placeholder="https://example.com/"
          hint={`Visitors of ${domain.domain} without a name.`}
          error={formState.errors.rootUrl?.message}
          {...register('rootUrl')}
        />
        <Field
          label="Destination of unknown names"
          isOptional
          placeholder="https://example.com/not-found"
          hint="Empty: a page says that there is no link."
          error={formState.errors.unknownUrl?.message}
          {...register('unknownUrl')}
        />
      </div>
      <FormSwitch control={control} name="isDefault" label="New links get this domain" />
      <SubmitButton
        label="Save Domain"
        busyLabel="Saving..."
        isBusy={isBusy}
        className="justify-self-start"
      />
    </form>
  );
}

function valuesOf({ rootUrl, unknownUrl, isDefault }: Domain): Values {
  return { rootUrl: rootUrl ?? '', unknownUrl: unknownUrl ?? '', isDefault };
}

/** The fields that the person changed, so that other changes made meanwhile are kept. */
function changeOf({ rootUrl, unknownUrl, isDefault }: Values, before: Values): Partial<Values> {
  return {
    ...(rootUrl !== before.rootUrl && { rootUrl }),
    ...(unknownUrl !== before.unknownUrl && { unknownUrl }),
    ...(isDefault !== before.isDefault && { isDefault }),
  };
}
