import type { TableLayout } from '#web/ui/table/layout.ts';

/** The folder and the tags of a link, which stand below its name. */
export const labelsPart = { name: 'Labels', id: 'labels' } as const;

export function areLabelsShown({ hidden }: TableLayout): boolean {
  return !hidden.includes(labelsPart.id);
}
