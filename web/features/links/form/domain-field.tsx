import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { shortHost } from '#web/instance.ts';
import type { LinkValues } from './link-form.ts';
import { SelectField } from '#web/ui/fields/select.tsx';
import { domainsQuery, isConnected } from '#web/features/domains/domains.ts';

/**
 * The domain of a link. Only accounts with a connected domain see it; for the others the form keeps
 * `null` and sends no domain. `current`: the host of a link that exists, also when it is suspended.
 */
export function DomainField({ current }: { readonly current?: string | null }) {
  const { register, formState, resetField, control } = useFormContext<LinkValues>();
  const chosen = useWatch({ control, name: 'domain' });
  const domains = (useAtomValue(domainsQuery).data ?? []).filter(isConnected);
  const hosts = domains.map(({ domain }) => domain);
  const all = current && !hosts.includes(current) ? [...hosts, current] : hosts;
  const usual = domains.find(({ isDefault }) => isDefault)?.domain ?? '';
  const initial = current === undefined ? usual : (current ?? '');
  const isShown = all.length > 0;

  useEffect(() => {
    // Resets the field to this value, so that the form has no change until the person chooses
    // another domain.
    if (isShown && chosen === null) resetField('domain', { defaultValue: initial });
  }, [isShown, initial, chosen, resetField]);

  if (!isShown) return null;
  return (
    <SelectField
      label="Domain"
      className="w-72 max-w-full"
      options={['', ...all].map((host) => ({
        value: host,
        label: host || shortHost.replace(/\/$/, ''),
      }))}
      error={formState.errors.domain?.message}
      {...register('domain')}
    />
  );
}

/** The text before an alias: the host of the form's domain. */
export function usePrefix(): string {
  const { control } = useFormContext<LinkValues>();
  const domain = useWatch({ control, name: 'domain' });
  return domain ? `${domain}/` : shortHost;
}
