/** An image: the bundler answers with its published path. */
declare module '*.webp' {
  const path: string;
  export default path;
}

/** Whether this is a build for those who work on Waypost; the bundler writes it in. */
declare const IS_DEVELOPMENT: boolean;

/** The world's countries as topology, typed as what it is instead of as its literal content. */
declare module 'world-atlas/countries-110m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  const world: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default world;
}

/** The same with more detail, and with the countries that the other leaves out as too small. */
declare module 'world-atlas/countries-50m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  const world: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default world;
}

/** The part of the package that the build uses. The published types lack the features to keep. */
declare module 'subset-font' {
  type Wish = {
    readonly targetFormat: 'woff2';
    readonly keepFeatures: readonly string[];
    readonly variationAxes: Readonly<
      Record<string, { readonly min: number; readonly max: number; readonly default: number }>
    >;
  };
  export default function subsetFont(font: Buffer, characters: string, wish: Wish): Promise<Buffer>;
}
