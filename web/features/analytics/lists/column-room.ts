import type { Column } from './list-columns.ts';

/** A column of the table: a number, the share of the measure, or its change. */
export type Shown = Column | 'share' | 'change';

export const widths: Readonly<Record<Shown, string>> = {
  clicks: 'w-[76px]',
  visitors: 'w-[76px]',
  conversions: 'w-[96px]',
  rate: 'w-[66px]',
  revenue: 'w-[108px]',
  profit: 'w-[104px]',
  perClick: 'w-[80px]',
  cost: 'w-[96px]',
  roi: 'w-[84px]',
  share: 'w-[64px]',
  change: 'w-[72px]',
};

/** From which width of the table on a column is shown. The measure and the sorted column always are. */
export const roomFor: Readonly<Record<Shown, string>> = {
  conversions: '@max-md:hidden',
  clicks: '@max-xl:hidden',
  revenue: '@max-2xl:hidden',
  rate: '@max-3xl:hidden',
  profit: '@max-4xl:hidden',
  perClick: '@max-4xl:hidden',
  visitors: '@max-[58rem]:hidden',
  cost: '@max-4xl:hidden',
  roi: '@max-4xl:hidden',
  share: '',
  change: '',
};
type Room = Readonly<Partial<Record<Shown, string>>>;
/** With changes there is less room for the others. */
export const besideChanges: Room = { conversions: '@max-lg:hidden', share: '@max-md:hidden' };
/** With costs, too. */
export const besideCosts: Room = { perClick: '@max-5xl:hidden', visitors: '@max-[66rem]:hidden' };
/** With both, names keep 220 pixels. */
export const besideChangesAndCosts: Room = {
  ...besideChanges,
  share: '@max-5xl:hidden',
  rate: '@max-[66rem]:hidden',
  perClick: '@max-[71rem]:hidden',
  visitors: '@max-[75rem]:hidden',
};
