import { atom } from 'jotai';
import { mostOnSheets } from '#web/features/qr/qr-design.ts';

export const papers = [
  { value: 'a4', label: 'A4' },
  { value: 'letter', label: 'Letter' },
] as const;

/** Columns and rows of a sheet. */
export const grids = [
  { value: '1x1', label: '1 on a sheet' },
  { value: '2x2', label: '4 on a sheet' },
  { value: '2x3', label: '6 on a sheet' },
  { value: '3x4', label: '12 on a sheet' },
  { value: '4x6', label: '24 on a sheet' },
] as const;

export const captions = [
  { value: 'both', label: 'Title and address' },
  { value: 'address', label: 'Address' },
  { value: 'none', label: 'Nothing' },
] as const;

export type SheetLayout = {
  readonly paper: (typeof papers)[number]['value'];
  readonly grid: (typeof grids)[number]['value'];
  readonly caption: (typeof captions)[number]['value'];
};

/** The layout that was chosen last. */
export const sheetLayoutAtom = atom<SheetLayout>({ paper: 'a4', grid: '3x4', caption: 'both' });

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The ids in the address's parameter; others are ignored. */
export function sheetIds(parameter: string | null): readonly string[] {
  const ids = (parameter ?? '').split(',').filter((id) => uuid.test(id));
  return [...new Set(ids)].slice(0, mostOnSheets);
}

/** The codes of each sheet, in order. */
export function onSheets(
  ids: readonly string[],
  grid: SheetLayout['grid'],
): { readonly columns: number; readonly rows: number; readonly sheets: readonly string[][] } {
  const [columns = 1, rows = 1] = grid.split('x').map(Number);
  const sheets = Array.from({ length: Math.ceil(ids.length / (columns * rows)) }, (_, at) =>
    ids.slice(at * columns * rows, (at + 1) * columns * rows),
  );
  return { columns, rows, sheets };
}
