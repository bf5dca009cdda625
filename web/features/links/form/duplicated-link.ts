import { atom } from 'jotai';
import type { Link } from '#web/api.ts';
import { valuesOf } from './link-form.ts';
import type { LinkValues } from './link-schema.ts';

/** What the create-link form is to be filled with, or null. */
export const duplicatedAtom = atom<LinkValues | null>(null);

type Duplicate = {
  readonly link: Link;
  /** What was typed to change the link. Without it, the link's own values are copied. */
  readonly values?: LinkValues;
};

/**
 * Has the create-link form begin with a link's values. An alias of the link is left out: no other
 * link can have it.
 */
export const duplicateAtom = atom(
  null,
  (_, set, { link, values = valuesOf(link) }: Duplicate): void => {
    const isOfLink = values.customAlias.trim() === (link.customAlias ?? '');
    set(duplicatedAtom, { ...values, customAlias: isOfLink ? '' : values.customAlias });
  },
);
