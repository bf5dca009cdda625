import { useState } from 'react';
import { classNames } from './class-names.ts';

type AvatarProps = {
  readonly imageUrl: string | null;
  /** Shown without an image: one or two letters. */
  readonly initials: string;
  /** Its size, and that of the letters. */
  readonly className?: string;
};

/** A person's image, else their initials, when it does not come too. The name stands beside it. */
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
