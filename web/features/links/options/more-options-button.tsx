import { SlidersHorizontal } from 'lucide-react';

/** Opens the options of a link that few links need. */
export function MoreOptionsButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm leading-5 text-muted hover:text-text max-md:min-h-11"
    >
      <SlidersHorizontal aria-hidden className="size-4" />
      More options
    </button>
  );
}
