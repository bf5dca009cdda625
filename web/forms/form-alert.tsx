import { CircleAlert } from 'lucide-react';
import { LiveText } from '#web/ui/live-text.tsx';

/** An error about the whole form. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  return (
    <LiveText
      role="alert"
      text={text}
      icon={<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />}
      className="empty:absolute"
      textClassName="flex items-start gap-2 rounded-md border border-bad/40 bg-bad-soft px-3 py-2.5 text-bad"
    />
  );
}
