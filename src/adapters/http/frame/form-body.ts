import { readJsonBody, readTextBody } from './json-body.ts';

/** The fields of a form, or the result of `readJsonBody`. */
export async function readFormOrJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return readJsonBody(request);
  return Object.fromEntries(new URLSearchParams(await readTextBody(request)));
}
