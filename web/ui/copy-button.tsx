import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';

const shownMs = 2000;

type CopyButtonProps = {
  /** What is copied, for those who cannot see what the button stands beside. */
  readonly what?: string;
  readonly size?: 'sm' | 'md';
  /** Puts the text on the clipboard; answers whether it did. */
  onCopy(): Promise<boolean>;
};

/** Copies, and says so for two seconds. */
export function CopyButton({ what, size = 'md', onCopy }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const Icon = isCopied ? Check : Copy;
  return (
    <Button size={size} onClick={() => void onCopy().then(setIsCopied)}>
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite">
        {isCopied ? 'Copied!' : 'Copy'}
        {what && !isCopied && <span className="sr-only"> {what}</span>}
      </span>
    </Button>
  );
}
