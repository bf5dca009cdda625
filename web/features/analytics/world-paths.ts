import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { numericToAlpha2 } from 'i18n-iso-countries';
import { feature } from 'topojson-client';
import detailedWorld from 'world-atlas/countries-50m.json';
import world from 'world-atlas/countries-110m.json';

export type Country = {
  /** ISO 3166-1 alpha-2, or XK for Kosovo; empty where the map draws a place without a code. */
  readonly code: string;
  /** An SVG path. */
  readonly path: string;
};

type Shape = { readonly id?: string | number | undefined; readonly properties: { name: string } };

const antarctica = 'AQ';
/** Kosovo has no ISO code; city databases use the code that the standard leaves to users. */
const kosovo = 'XK';
const dotRadius = 2.2;

/**
 * The world's countries as SVG paths within `width` × `height`; countries too small for the map's
 * scale are dots. The bundler runs this, so neither the map library nor its data is sent to browsers.
 */
export function worldPaths(width: number, height: number): Country[] {
  const shapes = feature(world, world.objects.countries).features.filter(isShown);
  const projection = geoNaturalEarth1().fitSize([width, height], {
    type: 'FeatureCollection',
    features: shapes,
  });
  const draw = geoPath(projection).digits(1);
  const drawn = shapes.map((shape) => ({ code: codeOf(shape), path: draw(shape) ?? '' }));

  const codes = new Set(drawn.map(({ code }) => code));
  const small = feature(detailedWorld, detailedWorld.objects.countries)
    .features.filter((shape) => isShown(shape) && codeOf(shape) !== '')
    .filter((shape) => !codes.has(codeOf(shape)));
  return [
    ...drawn,
    ...small.map((shape) => ({ code: codeOf(shape), path: dot(draw.centroid(shape)) })),
  ];
}

function isShown(shape: Shape): boolean {
  return codeOf(shape) !== antarctica;
}

function codeOf({ id, properties }: Shape): string {
  if (id === undefined) return properties.name === 'Kosovo' ? kosovo : '';
  return numericToAlpha2(id) ?? '';
}

function dot([x, y]: readonly [number, number]): string {
  const [left, middle, across] = [x - dotRadius, y, 2 * dotRadius].map((one) => one.toFixed(1));
  return `M${left},${middle}a${dotRadius},${dotRadius} 0 1,0 ${across},0a${dotRadius},${dotRadius} 0 1,0 -${across},0Z`;
}
