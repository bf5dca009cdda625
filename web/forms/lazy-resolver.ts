import type { FieldValues, Resolver } from 'react-hook-form';
import { preloadAfterGesture } from '#web/app/state/lazy.tsx';

/**
 * A resolver whose file is loaded after the first gesture, or else by the form's first validation.
 * Values that cannot be checked here for want of the file are sent: the server checks all of them.
 */
export function laterResolver<Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> {
  preloadAfterGesture(load);
  return async (values, context, options) => {
    const resolver = await load().catch(() => null);
    return resolver ? resolver(values, context, options) : { values, errors: {} };
  };
}
