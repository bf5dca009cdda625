import { Check, Copy } from 'lucide-react';
import { type Ref, useEffect, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';

const shownMs = 2000;

/** Copies a text to the clipboard. Returns whether that succeeded. */
type OnCopy = () => Promise<boolean>;

type CopyButtonProps = {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  /** What is copied, for screen readers. */
  readonly what?: string;
  readonly size?: 'sm' | 'md';
  readonly look?: 'primary' | 'secondary';
  readonly autoFocus?: boolean;
  readonly onCopy: OnCopy;
};

/** Copies, and shows 'Copied!' for two seconds. */
export function CopyButton({
  ref,
  what,
  size = 'md',
  look = 'secondary',
  autoFocus,
  onCopy,
}: CopyButtonProps) {
  const { isCopied, copy, Icon } = useCopied(onCopy);
  return (
    <Button ref={ref} size={size} look={look} autoFocus={autoFocus} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">
        {isCopied ? 'Copied!' : 'Copy'}
        {what && !isCopied && <span className="sr-only"> {what}</span>}
      </span>
    </Button>
  );
}

type CopyIconProps = {
  /** The button's name for screen readers, and its tooltip. */
  readonly label: string;
  readonly className?: string;
  readonly onCopy: OnCopy;
};

/** A copy button as an icon, for rows. */
export function CopyIcon({ label, className, onCopy }: CopyIconProps) {
  const { isCopied, copy, Icon } = useCopied(onCopy);
  return (
    <>
      <IconButton label={label} className={className} onClick={copy}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <span role="status" className="sr-only">
        {isCopied && 'Copied!'}
      </span>
    </>
  );
}

function useCopied(onCopy: OnCopy) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () => void onCopy().then(setIsCopied);
  return { isCopied, copy, Icon: isCopied ? Check : Copy };
}
