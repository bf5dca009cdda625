import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { countryName, isCountryCode } from '#web/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import { worldPaths } from './world-paths.ts' with { type: 'macro' };

const countries = worldPaths(800, 400);

type Place = { readonly country: string; readonly value: number };

export type WorldMapProps = {
  readonly places: readonly Place[];
  /** What the values are: `clicks`. */
  readonly name: string;
  /** The word for a smaller value. */
  readonly fewer: 'fewer' | 'less';
  textOf(value: number): string;
};

/**
 * A number by country: a brighter country has more of it. Below it, the numbers one by one, those below
 * zero too, for the keyboard and for thumbs.
 */
export function WorldMap({ places, name, fewer, textOf }: WorldMapProps) {
  const [chosen, setChosen] = useState(0);
  const values = new Map(places.map(({ country, value }) => [country, value]));
  const known = places
    .filter(({ country, value }) => isCountryCode(country) && value !== 0)
    .toSorted((one, other) => other.value - one.value);
  const most = Math.max(1, known[0]?.value ?? 0);
  const index = Math.min(chosen, known.length - 1);
  const shown = known[index];
  const wordsOf = ({ country, value }: Place) => `${countryName(country)}: ${textOf(value)}`;
  const choose = (code: string) => {
    const found = known.findIndex(({ country }) => country === code);
    if (found >= 0) setChosen(found);
  };

  return (
    <>
      <svg
        viewBox="0 0 800 400"
        role="img"
        aria-label={`Map of ${name} by country`}
        className="block w-full"
      >
        {countries.map(({ code, path }, order) => {
          const value = values.get(code) ?? 0;
          return (
            <path
              key={code || order}
              d={path}
              className={value > 0 ? 'fill-series-1' : 'fill-[var(--land)]'}
              fillOpacity={value > 0 ? strength(value, most) : 1}
              strokeWidth={code === shown?.country ? 1.6 : 0.6}
              stroke={code === shown?.country ? 'var(--text)' : 'var(--surface)'}
              onClick={() => choose(code)}
            >
              {value !== 0 && <title>{wordsOf({ country: code, value })}</title>}
            </path>
          );
        })}
      </svg>
      {!shown && <p className="pb-2 text-center text-sm text-muted">No {name} in this range</p>}
      {shown && (
        <div className="flex items-center justify-center gap-1">
          <IconButton
            label={`Country with more ${name}`}
            isIdle={index === 0}
            onClick={() => setChosen(index - 1)}
          >
            <ChevronLeft aria-hidden className="size-[18px]" />
          </IconButton>
          <p aria-live="polite" className="num min-w-56 text-center text-sm">
            {wordsOf(shown)}
            <span className="text-faint">{` (${index + 1} of ${known.length})`}</span>
          </p>
          <IconButton
            label={`Country with ${fewer} ${name}`}
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

/** The square root keeps small countries visible beside a dominant one. */
function strength(value: number, most: number): number {
  return 0.25 + 0.75 * Math.sqrt(value / most);
}
