import { classNames } from './class-names.ts';

type AvatarProps = {
  readonly imageUrl: string | null;
  /** Shown without an image: one or two letters. */
  readonly initials: string;
  readonly className?: string;
};

/** A person's image, else their initials. The name stands beside it. */
export function Avatar({ imageUrl, initials, className }: AvatarProps) {
  const shape = classNames('size-8 shrink-0 rounded-full', className);
  if (imageUrl) return <img src={imageUrl} alt="" className={classNames(shape, 'object-cover')} />;
  return (
    <span
      aria-hidden
      className={classNames(
        shape,
        'grid place-items-center bg-[linear-gradient(135deg,#2b3b12,#4d6b17)] text-xs font-semibold text-[#dcf8a5]',
      )}
    >
      {initials}
    </span>
  );
}
