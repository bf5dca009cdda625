import { CircleAlert } from 'lucide-react';

/** What went wrong with the form as a whole. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  return (
    <div role="alert" className="empty:absolute">
      {text && (
        <p className="flex items-start gap-2 rounded-md border border-bad/40 bg-bad-soft px-3 py-2.5 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
