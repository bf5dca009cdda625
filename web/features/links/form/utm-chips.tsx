import { Plus, X } from 'lucide-react';
import { useUtm } from '#web/features/links/utm/use-utm.ts';
import { utmNames } from '#web/features/links/utm/utm.ts';

/** The UTM parameters of the pasted address, taken apart. Each can be removed. */
export function UtmChips({ onAdd }: { onAdd(): void }) {
  const { utm, write } = useUtm();
  const present = utmNames.filter((name) => utm[name] !== '');
  if (present.length === 0) return null;
  return (
    <ul aria-label="UTM parameters" className="flex flex-wrap gap-2 text-sm">
      {present.map((name) => {
        const word = name.slice('utm_'.length);
        return (
          <li key={name} className="flex h-7 max-w-full items-center rounded-md bg-raised pl-2">
            <span className="truncate text-muted">
              {word} <b className="font-medium text-text">{utm[name]}</b>
            </span>
            <button
              type="button"
              aria-label={`Remove ${word} ${utm[name]}`}
              onClick={() => write({ [name]: '' })}
              className="grid size-7 shrink-0 place-items-center rounded-md text-muted touch-square hover:text-text"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        );
      })}
      {present.length < utmNames.length && (
        <li>
          <button
            type="button"
            onClick={onAdd}
            className="flex h-7 items-center gap-1 rounded-md border border-dashed border-line-strong px-2 text-muted touch hover:text-text"
          >
            <Plus aria-hidden className="size-3.5" />
            {utm.utm_campaign === '' ? 'campaign' : 'more'}
          </button>
        </li>
      )}
    </ul>
  );
}
