import type { Schema } from '#contract/route';
import type * as z from 'zod/mini';

/**
 * Narrows the type: every schema is of one of the library's kinds, but its general type does not
 * say so.
 */
export function kindOf(schema: Schema): z.core.$ZodTypes {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return schema as z.core.$ZodTypes;
}
