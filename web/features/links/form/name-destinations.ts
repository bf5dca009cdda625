import { useSetAtom } from 'jotai';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { nameDestinationsAtom } from '#web/features/split-tests/changes/changes.ts';
import { messageOf } from '#web/forms/refusals.ts';
import { type LinkValues, namesOf } from './link-form.ts';

/**
 * Gives the destinations of a split test that has just begun their names. The link is saved already: a
 * failure is said, and does not fail the form.
 */
export function useNameDestinations(): (linkId: string, values: LinkValues) => Promise<void> {
  const name = useSetAtom(nameDestinationsAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  return async (linkId, values) => {
    const names = namesOf(values);
    if (names === null) return;
    try {
      await name({ linkId, names });
    } catch (error) {
      showErrorToast(
        'The destinations have no names yet',
        messageOf(error, 'Name them on the page of the link.'),
      );
    }
  };
}
