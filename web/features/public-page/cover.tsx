import { type CSSProperties, type ReactNode, useState } from 'react';
import type { Cover } from './public-report.ts';

type OwnColorProps = {
  readonly color: Cover['color'] | undefined;
  readonly children: ReactNode;
};

/** A part of the page in the color of the report's owner, with an edge of it on top. */
export function OwnColor({ color, children }: OwnColorProps) {
  if (!color) return children;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type knows no own properties
  const style = { '--own-dark': color.dark, '--own-light': color.light } as CSSProperties;
  return (
    <div style={style} className="own-color min-h-dvh border-t-3 border-accent">
      {children}
    </div>
  );
}

type ReportLogoProps = {
  readonly token: string;
  readonly isPreview?: boolean;
  readonly className: string;
};

/** The logo of the report's owner; nothing when it has gone. */
export function ReportLogo({ token, isPreview = false, className }: ReportLogoProps) {
  const [isGone, setIsGone] = useState(false);
  if (isGone) return null;
  return (
    <img
      src={`/api/public/${encodeURIComponent(token)}/logo${isPreview ? '?preview=true' : ''}`}
      alt=""
      onError={() => setIsGone(true)}
      className={className}
    />
  );
}
