import { counted, countryName, isCountryCode } from '#web/format.ts';
import { worldPaths } from './world-paths.ts' with { type: 'macro' };

const countries = worldPaths(800, 400);

type WorldMapProps = {
  readonly places: readonly { readonly country: string; readonly clicks: number }[];
};

/**
 * Clicks by country: a brighter country has more clicks. The list beside it has the same numbers as
 * text.
 */
export function WorldMap({ places }: WorldMapProps) {
  const clicks = new Map(places.map((place) => [place.country, place.clicks]));
  const most = Math.max(
    1,
    ...places.filter(({ country }) => isCountryCode(country)).map((place) => place.clicks),
  );

  return (
    <svg
      viewBox="0 0 800 400"
      role="img"
      aria-label="Map of clicks by country"
      className="block w-full"
    >
      {countries.map(({ code, path }, index) => {
        const count = clicks.get(code) ?? 0;
        return (
          <path
            key={code || index}
            d={path}
            className={count > 0 ? 'fill-series-1' : 'fill-[var(--land)]'}
            fillOpacity={count > 0 ? strength(count, most) : 1}
            strokeWidth={0.6}
            stroke="var(--surface)"
          >
            {count > 0 && <title>{`${countryName(code)}: ${counted(count, 'click')}`}</title>}
          </path>
        );
      })}
    </svg>
  );
}

/** The square root keeps small countries visible beside a dominant one. */
function strength(count: number, most: number): number {
  return 0.25 + 0.75 * Math.sqrt(count / most);
}
