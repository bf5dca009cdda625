/** An image file. The bundler replaces the import with the published path. */
declare module '*.webp' {
  const path: string;
  export default path;
}

/** The pages of the table of screens, by the names of their screens. The bundler writes them. */
declare module 'pages:*' {
  import type { ComponentType } from 'react';

  export const pages: Readonly<
    Record<string, () => Promise<{ readonly Component: ComponentType }>>
  >;
}

/** Whether this is a development build. The bundler replaces it with a constant. */
declare const IS_DEVELOPMENT: boolean;

/**
 * The world's countries as TopoJSON. Without this declaration TypeScript would infer a type from
 * the whole file.
 */
declare module 'world-atlas/countries-110m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  const world: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default world;
}

/** The world's countries with more detail, including small countries that the file above omits. */
declare module 'world-atlas/countries-50m.json' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  const world: Topology<{ countries: GeometryCollection<{ name: string }> }>;
  export default world;
}

/** The part of the package that the build uses. Its published types lack `keepFeatures`. */
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
