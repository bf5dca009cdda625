import type { Column, Sort } from './list-columns.ts';

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
const roomFor: Readonly<Record<Shown, string>> = {
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
const besideChanges: Room = { conversions: '@max-lg:hidden', share: '@max-md:hidden' };
/** With costs names keep 200 pixels. The bars show what the share says, so it comes last. */
const besideCosts: Room = {
  visitors: '@max-5xl:hidden',
  share: '@min-4xl:@max-[68rem]:hidden',
};
/** With both, earnings per click come before the rate. */
const besideChangesAndCosts: Room = {
  ...besideChanges,
  perClick: '@max-[59rem]:hidden',
  rate: '@max-[65rem]:hidden',
  visitors: '@max-[70rem]:hidden',
  share: '@max-[74rem]:hidden',
};

type Beside = {
  readonly hasCosts: boolean;
  readonly isCompared: boolean;
  readonly measure: Column;
  readonly sort: Sort;
};

/** The class of each column that hides it without room; empty for those that are always shown. */
export function roomsOf(
  shown: readonly Shown[],
  { hasCosts, isCompared, measure, sort }: Beside,
): ReadonlyMap<Shown, string> {
  const besideChange = hasCosts ? besideChangesAndCosts : besideChanges;
  return new Map(
    shown.map((column) => {
      const room = (hasCosts && besideCosts[column]) || roomFor[column];
      const isAlways = column === measure || column === sort.by;
      return [column, isAlways ? '' : (isCompared && besideChange[column]) || room];
    }),
  );
}
