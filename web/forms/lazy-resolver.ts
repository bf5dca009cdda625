import type { FieldValues, Resolver } from 'react-hook-form';
import { preloadAfterGesture } from '#web/app/state/lazy.tsx';

/**
 * A form's validation from a file that is loaded after the first gesture. When the file cannot be
 * loaded, the form sends its values without it: the server checks all of them.
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> {
  preloadAfterGesture(load);
  return async (values, context, options) => {
    const check = await load().catch(() => null);
    return check ? check(values, context, options) : { values, errors: {} };
  };
}
