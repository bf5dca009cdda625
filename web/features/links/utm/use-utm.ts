import { useFormContext, useWatch } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { hasUtm, type Utm, utmOf, withUtm } from './utm.ts';

/**
 * The UTM parameters of the form's destination, and of destination A while a split test is on. Writing
 * changes every destination, so that each counts for the campaign.
 */
export function useUtm() {
  const { setValue, getValues } = useFormContext<LinkValues>();
  const url = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const isTest = useWatch<LinkValues, 'splitTestEnabled'>({ name: 'splitTestEnabled' });
  const utm = utmOf(url);

  const set = (place: number, changed: string) => {
    const path = place === 0 ? 'originalUrl' : (`otherDestinations.${place - 1}.url` as const);
    setValue(path, changed, { shouldDirty: true, shouldTouch: true });
  };
  const destinations = () => {
    const { originalUrl, otherDestinations } = getValues();
    return [originalUrl, ...(isTest ? otherDestinations.map((each) => each.url) : [])];
  };
  /** A destination without any of the parameters gets all those of the first. */
  const write = (wanted: Partial<Utm>) => {
    for (const [place, before] of destinations().entries()) {
      if (before.trim() === '') continue;
      set(place, withUtm(before, hasUtm(before) ? wanted : { ...utm, ...wanted }));
    }
  };
  /** Returns what gives each destination the parameters back that it has now. */
  const keep = () => {
    const kept = destinations().map(utmOf);
    return () => {
      for (const [place, now] of destinations().entries())
        set(place, withUtm(now, kept[place] ?? {}));
    };
  };
  return { utm, isTest, isReady: url.trim() !== '', write, keep };
}
