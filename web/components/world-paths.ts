import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';

export type Country = {
  /** ISO 3166-1 alpha-2; empty where the map knows a place that the standard does not. */
  readonly code: string;
  /** An SVG path within `worldSize`. */
  readonly path: string;
};

const antarctica = '010';

/** Names that the map abbreviates or spells in its own way, by ISO 3166-1 numeric code. */
const otherwiseNamed: Readonly<Record<string, string>> = {
  '070': 'BA', '090': 'SB', '104': 'MM', '140': 'CF', '178': 'CG', '180': 'CD', '214': 'DO',
  '226': 'GQ', '238': 'FK', '260': 'TF', '275': 'PS', '384': 'CI', '728': 'SS', '732': 'EH',
  '748': 'SZ', '780': 'TT', '792': 'TR', '807': 'MK', '840': 'US',
}; // prettier-ignore

/**
 * The world's countries as drawn shapes. Run by the bundler, so that neither the map library nor
 * its data is sent to a browser.
 */
export function worldPaths(width: number, height: number): Country[] {
  const shapes = feature(world, world.objects.countries);
  const shown = shapes.features.filter(({ id }) => id !== antarctica);
  const projection = geoNaturalEarth1().fitSize([width, height], {
    type: 'FeatureCollection',
    features: shown,
  });
  const draw = geoPath(projection).digits(1);
  const codes = codesByName();

  return shown.map((country) => ({
    code: otherwiseNamed[String(country.id)] ?? codes.get(country.properties.name) ?? '',
    path: draw(country) ?? '',
  }));
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (name && name !== code && !codes.has(name)) codes.set(name, code);
  }
  return codes;
}
