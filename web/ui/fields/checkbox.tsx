import type { ComponentProps } from 'react';
import { classNames } from '#web/ui/class-names.ts';

/** A native checkbox in the product's colours. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input type="checkbox" {...props} className={classNames('check size-4 shrink-0', className)} />
  );
}
