import { useState } from 'react';
import { classNames } from './class-names.ts';

type AvatarProps = {
  readonly imageUrl: string | null;
  /** Shown when there is no image: one or two letters. */
  readonly initials: string;
  /** Classes for the size of the circle and of the letters. */
  readonly className?: string;
};

/**
 * A person's image, else their initials, also when the image cannot be loaded. Decorative: the name
 * stands beside it.
 */
export function Avatar({ imageUrl, initials, className = 'size-8 text-xs' }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const shape = classNames('shrink-0 rounded-full', className);
  if (imageUrl && imageUrl !== missing) {
    return (
      <img
        src={imageUrl}
        alt=""
        onError={() => setMissing(imageUrl)}
        className={classNames(shape, 'object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classNames(
        shape,
        'grid place-items-center bg-[linear-gradient(135deg,#2b3b12,#4d6b17)] font-semibold text-[#dcf8a5]',
      )}
    >
      {initials}
    </span>
  );
}
