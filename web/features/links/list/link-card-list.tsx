import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { relativeDate, unbroken, unitOf, withoutScheme } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { LinkIcons, LinkName } from './link-name.tsx';
import { conversionsLabel, countLabel, profitsOf } from './link-numbers.ts';
import type { LinkSort } from './use-link-list.ts';

export type LinkCardListProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: readonly Link[];
  /** By what they are sorted: this number stands first. */
  readonly sort: LinkSort;
  /** Content before the name of a link. */
  before?(link: Link): ReactNode;
  /** Content below the addresses of a link. */
  below?(link: Link): ReactNode;
};

/** Reaches below the button of the actions: its width and the gap before it. */
const underActions = '-mr-13';

/** The list of links on phones: one card each. */
export function LinkCardList({ links, sort, before, below, ...actions }: LinkCardListProps) {
  return (
    <ul className="border-t border-line">
      {links.map((link) => (
        <li
          key={link.id}
          className="flex items-start justify-between gap-2 border-b border-line px-4 py-3 last:border-0"
        >
          {before?.(link)}
          <div className="grid min-w-0 grow grid-cols-1 gap-0.5">
            <LinkName link={link} />
            <span className="text-sm text-muted">
              <MiddleCut text={withoutScheme(link.originalUrl)} />
            </span>
            {below?.(link)}
            <div
              className={classNames('-my-3 flex items-center justify-between gap-2', underActions)}
            >
              <time dateTime={link.createdAt} className="text-sm text-faint">
                {relativeDate(link.createdAt)}
              </time>
              <LinkIcons link={link} />
            </div>
            <dl
              className={classNames(
                'num mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm',
                underActions,
              )}
            >
              {numbersOf(link)
                .toSorted((one, other) => Number(other.sort === sort) - Number(one.sort === sort))
                .map((each) => (
                  <LinkNumber key={each.sort} {...each} />
                ))}
            </dl>
          </div>
          <LinkActions link={link} {...actions} />
        </li>
      ))}
    </ul>
  );
}

type LinkNumberProps = {
  /** The order of a list of links by this number. */
  readonly sort: LinkSort;
  readonly name: string;
  readonly value: string;
};

function numbersOf(link: Link): readonly LinkNumberProps[] {
  return [
    {
      sort: 'totalClicks',
      name: unitOf(link.totalClicks ?? 0, 'click'),
      value: countLabel(link.totalClicks),
    },
    {
      sort: 'totalConversions',
      name: unitOf(link.totalConversions ?? 0, 'conversion'),
      value: conversionsLabel(link),
    },
    { sort: 'totalProfit', name: 'profit', value: unbroken(profitsOf(link).join(' and ')) },
  ];
}

function LinkNumber({ name, value }: LinkNumberProps) {
  return (
    <div className="flex flex-row-reverse gap-1">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
