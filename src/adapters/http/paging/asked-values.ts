/** The values of a parameter, in order; none when it is absent. */
export type AskedValues = (name: string) => readonly string[];

/**
 * The values of each parameter in a request's address. A parameter that is repeated has several;
 * commas are part of a value.
 */
export function askedValues(request: Request): AskedValues {
  const parameters = new URL(request.url).searchParams;
  return (name) => parameters.getAll(name);
}
