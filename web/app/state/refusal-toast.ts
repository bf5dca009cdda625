import { atom, useSetAtom } from 'jotai';
import { openScreenAtom } from './search-params.ts';
import { offerAtom, type ShowToast } from './toast.ts';
import { accountAtom } from './account.ts';
import { wayOnFrom } from './plan.ts';

type Refused = {
  readonly error: unknown;
  readonly title: string;
  readonly text: string | undefined;
};

/** Shows an error toast. When the plan does not allow the change, its button leads to a plan. */
const refusalToastAtom = atom(null, (get, set, { error, title, text }: Refused): void => {
  const wayOn = wayOnFrom(error, get(accountAtom), Date.now());
  set(offerAtom, {
    title,
    ...(text !== undefined && { text }),
    isError: true,
    action: wayOn && { label: wayOn.action, choose: () => set(openScreenAtom, wayOn.path) },
  });
});

/**
 * Returns the toast for an error: the caller's title, the server's message, and a button that leads
 * to the solution.
 */
export function useRefusalToast(): (error: unknown) => ShowToast {
  const showRefusal = useSetAtom(refusalToastAtom);
  return (error) => (title, text) => showRefusal({ error, title, text });
}
