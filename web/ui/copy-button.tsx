import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';

const shownMs = 2000;

/** Puts a text on the clipboard; returns whether it is there. */
type OnCopy = () => Promise<boolean>;

type CopyButtonProps = {
  /** What is copied, for those who cannot see what the button stands beside. */
  readonly what?: string;
  readonly size?: 'sm' | 'md';
  readonly onCopy: OnCopy;
};

/** Copies, and says so for two seconds. */
export function CopyButton({ what, size = 'md', onCopy }: CopyButtonProps) {
  const { isCopied, copy, Icon } = useCopied(onCopy);
  return (
    <Button size={size} onClick={copy}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">
        {isCopied ? 'Copied!' : 'Copy'}
        {what && !isCopied && <span className="sr-only"> {what}</span>}
      </span>
    </Button>
  );
}

type CopyIconProps = {
  /** What the button does, for those who cannot see its icon. */
  readonly label: string;
  readonly className?: string;
  readonly onCopy: OnCopy;
};

/** The same as an icon, for rows. */
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
