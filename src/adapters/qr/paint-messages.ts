/** A request to the painting thread: an SVG document, and the width of its PNG in pixels. */
export type ToPaint = {
  readonly id: number;
  readonly svg: string;
  readonly widthPx: number;
  /** The file of the font for texts. */
  readonly font: string;
};

export type Painted =
  | { readonly id: number; readonly png: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly error: string };
