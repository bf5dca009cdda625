import type { QueryObserverResult } from '@tanstack/query-core';
import { atom, useAtomValue } from 'jotai';
import { Check } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { longestUrl } from '#contract/links/link-limits';
import { call, type Link } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import type { LinkValues } from './link-form.ts';

type Asked = { readonly alias: string; readonly domain: string; readonly destination: string };
type Checked = Awaited<ReturnType<typeof call<'GET /api/v1/alias-check'>>>;

const checkQuery = atomPer<Asked, QueryObserverResult<Checked>>(({ alias, domain, destination }) =>
  queryAtom(() => ({
    queryKey: ['alias', alias, domain, destination],
    queryFn: () =>
      call('GET /api/v1/alias-check', {
        query: { alias, ...(domain && { domain }), ...(destination && { destination }) },
      }),
  })),
);
const nothingAsked = atom(null);

export type CheckedAliasProps = {
  /** The edited link: its own alias is not asked about. */
  readonly own: Pick<Link, 'customAlias' | 'domain'> | undefined;
};

/** The answer about the typed alias; undefined until there is one. */
function useChecked({ own }: CheckedAliasProps): Checked | undefined {
  const { control } = useFormContext<LinkValues>();
  const [typed, domain, destination] = useWatch({
    control,
    name: ['customAlias', 'domain', 'originalUrl'],
  });
  const alias = useDebounced(typed.trim());
  const words = useDebounced(destination.trim()).slice(0, longestUrl);
  const asked = { alias, domain: domain ?? '', destination: words };
  const isOwn =
    alias.toLowerCase() === own?.customAlias?.toLowerCase() && asked.domain === (own.domain ?? '');
  const checked = useAtomValue(alias === '' || isOwn ? nothingAsked : checkQuery(asked))?.data;
  return checked?.alias === typed.trim() ? checked : undefined;
}

/** Says inside the field that the typed alias is free. */
export function FreeMark(props: CheckedAliasProps) {
  const { isFree = false } = useChecked(props) ?? {};
  return (
    <span role="status" className="flex items-center gap-1 text-sm text-good">
      {isFree && (
        <>
          <Check aria-hidden className="size-4" />
          free
        </>
      )}
    </span>
  );
}

/** While an alias is typed that no link can have: why, unless the field says it, and free ones like it. */
export function FreeAliases(props: CheckedAliasProps) {
  const { setValue, setFocus, formState } = useFormContext<LinkValues>();
  const checked = useChecked(props);
  if (checked === undefined || checked.reason === null) return null;
  const isSaid = formState.errors.customAlias?.message === checked.reason;
  const hasFree = checked.suggestions.length > 0;
  if (isSaid && !hasFree) return null;
  const choose = (free: string) => {
    setValue('customAlias', free, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setFocus('customAlias');
  };
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span>
        {!isSaid && (
          <>
            <b className="font-medium break-all text-bad">{checked.alias}</b>: {checked.reason}
            .{' '}
          </>
        )}
        {hasFree && 'Free:'}
      </span>
      {checked.suggestions.map((free) => (
        <button
          key={free}
          type="button"
          onClick={() => choose(free)}
          className="min-h-7 rounded-md border border-line-strong px-2 font-medium break-all text-text touch hover:border-muted"
        >
          {free}
        </button>
      ))}
    </div>
  );
}
