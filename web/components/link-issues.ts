import type { ApiError } from '#web/api.ts';
import type { LinkValues } from './link-form.ts';

type FieldIssue = { readonly path: keyof LinkValues; readonly message: string };

const fields = ['originalUrl', 'customAlias', 'profitPerSale', 'expiresAt', 'title'] as const;

/** Which of the form's fields a refusal of the server is about. */
export function linkIssues(error: ApiError): FieldIssue[] {
  if (error.code === 'alias_taken') return [{ path: 'customAlias', message: error.message }];
  return error.issues.flatMap(({ path, message }) => {
    const field = fields.find((name) => name === path);
    return field ? [{ path: field, message }] : [];
  });
}
