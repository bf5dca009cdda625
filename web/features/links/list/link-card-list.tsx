import type { ReactNode } from 'react';
import type { Link } from '#web/api.ts';
import { relativeDate, unitOf, withoutScheme } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { MiddleCut } from '#web/ui/middle-cut.tsx';
import { LinkActions, type LinkActionsProps } from './link-actions.tsx';
import { LinkIcons, LinkName } from './link-name.tsx';
import { conversionsLabel, countLabel, profitsOf } from './link-numbers.ts';

type LinkCardListProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: readonly Link[];
  /** Content before the name of a link. */
  before?(link: Link): ReactNode;
  /** Content below the addresses of a link. */
  below?(link: Link): ReactNode;
};

/** Reaches below the button of the actions: its width and the gap before it. */
const underActions = '-mr-13';

/** The list of links on phones: one card each. */
export function LinkCardList({ links, before, below, ...actions }: LinkCardListProps) {
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
              <Number
                name={unitOf(link.totalClicks ?? 0, 'click')}
                value={countLabel(link.totalClicks)}
              />
              <Number
                name={unitOf(link.totalConversions ?? 0, 'conversion')}
                value={conversionsLabel(link)}
              />
              <Number name="profit" value={profitsOf(link).join(' and ')} />
            </dl>
          </div>
          <LinkActions link={link} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function Number({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className="flex flex-row-reverse gap-1">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  );
}
