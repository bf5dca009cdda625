import { useFormContext, useWatch } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { followingUtm, keptUtm, type Utm, utmOf, withUtm } from './utm.ts';

const asTyped = { shouldDirty: true, shouldTouch: true };

/**
 * The UTM parameters of the form's destination, and of destination A while a split test is on. A change
 * is written into every destination that has no value of its own, so that each counts for the campaign.
 */
export function useUtm() {
  const { setValue, getValues } = useFormContext<LinkValues>();
  const url = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const isTest = useWatch<LinkValues, 'splitTestEnabled'>({ name: 'splitTestEnabled' });

  const write = (wanted: Partial<Utm>) => {
    const { originalUrl, otherDestinations, splitTestEnabled } = getValues();
    setValue('originalUrl', withUtm(originalUrl, wanted), asTyped);
    if (!splitTestEnabled) return;
    for (const [index, other] of otherDestinations.entries()) {
      if (other.url.trim() === '') continue;
      const followed = followingUtm(other.url, { before: utmOf(originalUrl), wanted });
      setValue(`otherDestinations.${index}.url`, followed, asTyped);
    }
  };
  /** Returns a function that gives each destination the parameters again that it has now. */
  const keep = () => {
    const urls = () => [
      getValues('originalUrl'),
      ...getValues('otherDestinations').map((other) => other.url),
    ];
    const restored = keptUtm(urls());
    return () => {
      for (const [place, restoredUrl] of restored(urls()).entries()) {
        const name = place === 0 ? 'originalUrl' : (`otherDestinations.${place - 1}.url` as const);
        setValue(name, restoredUrl, asTyped);
      }
    };
  };
  return { utm: utmOf(url), isTest, isReady: url.trim() !== '', write, keep };
}
