import type { ValuesOf } from '#core/analytics/report/report-question';

/**
 * The values of each parameter in a request's address, in order. A parameter that is repeated has
 * several; commas are part of a value.
 */
export function askedValues(request: Request): ValuesOf {
  const parameters = new URL(request.url).searchParams;
  return (name) => parameters.getAll(name);
}
