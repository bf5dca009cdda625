/**
 * Setting of every statement that answers a question: whatever became of it, it could write
 * nothing, and no table function would reach outside.
 */
export const readOnly = { readonly: '1' } as const;
