import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { counted, countryName, isCountryCode } from '#web/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import { worldPaths } from './world-paths.ts' with { type: 'macro' };

const countries = worldPaths(800, 400);

export type WorldMapProps = {
  readonly places: readonly { readonly country: string; readonly clicks: number }[];
};

/**
 * Clicks by country: a brighter country has more clicks. Below it, the numbers one by one, for the
 * keyboard and for thumbs.
 */
export function WorldMap({ places }: WorldMapProps) {
  const [chosen, setChosen] = useState(0);
  const clicks = new Map(places.map((place) => [place.country, place.clicks]));
  const known = places
    .filter(({ country, clicks: count }) => isCountryCode(country) && count > 0)
    .toSorted((one, other) => other.clicks - one.clicks);
  const most = Math.max(1, known[0]?.clicks ?? 0);
  const index = Math.min(chosen, known.length - 1);
  const shown = known[index];
  const choose = (code: string) => {
    const found = known.findIndex(({ country }) => country === code);
    if (found >= 0) setChosen(found);
  };

  return (
    <>
      <svg
        viewBox="0 0 800 400"
        role="img"
        aria-label="Map of clicks by country"
        className="block w-full"
      >
        {countries.map(({ code, path }, order) => {
          const count = clicks.get(code) ?? 0;
          return (
            <path
              key={code || order}
              d={path}
              className={count > 0 ? 'fill-series-1' : 'fill-[var(--land)]'}
              fillOpacity={count > 0 ? strength(count, most) : 1}
              strokeWidth={code === shown?.country ? 1.6 : 0.6}
              stroke={code === shown?.country ? 'var(--text)' : 'var(--surface)'}
              onClick={() => choose(code)}
            >
              {count > 0 && <title>{clicksOf({ country: code, clicks: count })}</title>}
            </path>
          );
        })}
      </svg>
      {shown && (
        <div className="flex items-center justify-center gap-1">
          <IconButton
            label="Country with more clicks"
            isIdle={index === 0}
            onClick={() => setChosen(index - 1)}
          >
            <ChevronLeft aria-hidden className="size-[18px]" />
          </IconButton>
          <p aria-live="polite" className="num min-w-56 text-center text-sm">
            {clicksOf(shown)}
            <span className="text-faint">{` (${index + 1} of ${known.length})`}</span>
          </p>
          <IconButton
            label="Country with fewer clicks"
            isIdle={index === known.length - 1}
            onClick={() => setChosen(index + 1)}
          >
            <ChevronRight aria-hidden className="size-[18px]" />
          </IconButton>
        </div>
      )}
    </>
  );
}

function clicksOf({ country, clicks }: WorldMapProps['places'][number]): string {
  return `${countryName(country)}: ${counted(clicks, 'click')}`;
}

/** The square root keeps small countries visible beside a dominant one. */
function strength(count: number, most: number): number {
  return 0.25 + 0.75 * Math.sqrt(count / most);
}
