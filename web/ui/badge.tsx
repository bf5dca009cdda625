import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  violet: 'bg-series-3/12 text-series-3',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  good: 'bg-good-soft text-good',
  plain: 'bg-raised text-muted',
} as const;

type BadgeProps = { readonly tone?: keyof typeof tones; readonly children: ReactNode };

/** A short label about the thing beside it. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-block shrink-0 rounded-sm px-1.5 py-px text-[11px] leading-4 font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
