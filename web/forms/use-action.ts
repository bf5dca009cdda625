import { useState } from 'react';
import type { ShowToast } from '#web/app/state/toast.ts';
import { messageOf } from './refusals.ts';
import { useRefusalToast } from '#web/app/state/refusal-toast.ts';

/** Shows why an action failed. */
export type ShowFailure = (error: unknown, showErrorToast: ShowToast) => void;

/**
 * Wraps an action of a button. Returns a function that starts it, and whether it is running.
 * `failed` shows a rejection. If `failed` is a text, a toast shows it when the server sent no
 * message.
 */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
  failed: string | ShowFailure,
): readonly [start: (...args: Args) => void, isBusy: boolean] {
  const [isBusy, setIsBusy] = useState(false);
  const showRefusal = useRefusalToast();
  const run = async (...args: Args): Promise<void> => {
    setIsBusy(true);
    try {
      await act(...args);
    } catch (error) {
      const showErrorToast = showRefusal(error);
      if (typeof failed === 'string') showErrorToast(messageOf(error, failed));
      else failed(error, showErrorToast);
    } finally {
      setIsBusy(false);
    }
  };
  return [(...args) => void run(...args), isBusy];
}
