import {
  AppWindow,
  ArrowRight,
  Code,
  Command,
  Compass,
  Cpu,
  Flame,
  Globe,
  Link2,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageCircle,
  Monitor,
  Newspaper,
  QrCode,
  Search,
  Share2,
  Smartphone,
  Sparkles,
  Tablet,
  Terminal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Icon } from './value-icon.ts';

/** Pictures of things. */
const things: Readonly<Partial<Record<Icon, LucideIcon>>> = {
  direct: ArrowRight,
  site: Globe,
  search: Search,
  mail: Mail,
  assistant: Sparkles,
  chat: MessageCircle,
  news: Newspaper,
  code: Code,
  social: Share2,
  ads: Megaphone,
  link: Link2,
  qr: QrCode,
  phone: Smartphone,
  tablet: Tablet,
  desktop: Monitor,
  safari: Compass,
  firefox: Flame,
  browser: AppWindow,
  apple: Command,
  linux: Terminal,
  system: Cpu,
};

const dot = { fill: 'currentColor', stroke: 'none' };

/** Simple marks of sites, browsers and systems, in our own lines. */
const marks: Readonly<Partial<Record<Icon, ReactNode>>> = {
  google: <path d="M20 12h-7.5M20 12a8 8 0 1 1-2.6-5.9" />,
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="16.8" cy="7.2" r="1" {...dot} />
    </>
  ),
  youtube: (
    <>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="m10.2 9.2 4.8 2.8-4.8 2.8z" {...dot} />
    </>
  ),
  facebook: <path d="M10 21v-8H7.5M10 13h5M10 13V8.5A4 4 0 0 1 14 4.5h2" />,
  x: <path d="M5 5l14 14M19 5 5 19" />,
  linkedin: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="3" />
      <path d="M8 11v5.5M8 7.8v.1M12 16.5V11M12 13.5c0-3 4.3-3.3 4.3 0v3" />
    </>
  ),
  reddit: (
    <>
      <ellipse cx="12" cy="14" rx="8" ry="5.5" />
      <path d="M12 8.5 13 4l3.5 1M9.5 16.5c1.5 1 3.5 1 5 0" />
      <circle cx="9" cy="13" r="1" {...dot} />
      <circle cx="15" cy="13" r="1" {...dot} />
    </>
  ),
  spotify: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M7.5 10c3-.9 6.4-.6 9.2 1M8 13c2.5-.7 5-.4 7.4.8M8.6 15.8c2-.5 3.9-.3 5.6.6" />
    </>
  ),
  tiktok: (
    <>
      <circle cx="9" cy="16.5" r="3.5" />
      <path d="M12.5 16.5V4c.5 3 2.5 4.5 5.5 4.5" />
    </>
  ),
  pinterest: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m10 20 2.5-10M9 12.5a3.5 3.5 0 1 1 3 2" />
    </>
  ),
  chrome: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="3.5" />
      <path d="M12 8.5h8.2M9 13.8 4.8 6.7M15 13.8 11 21" />
    </>
  ),
  edge: (
    <path d="M3.5 13a8.5 8.5 0 0 1 17-1c0 3-2.5 4.5-6.5 4.5M4 15c1.5 4 6.5 7 12 4.5M9 16c-1-4 2-6 5-5" />
  ),
  windows: (
    <>
      <rect x="4" y="4" width="7" height="7" />
      <rect x="13" y="4" width="7" height="7" />
      <rect x="4" y="13" width="7" height="7" />
      <rect x="13" y="13" width="7" height="7" />
    </>
  ),
  android: (
    <>
      <path d="M4 17a8 8 0 0 1 16 0zM8 9.5 6 6M16 9.5 18 6" />
      <circle cx="9" cy="14" r="1" {...dot} />
      <circle cx="15" cy="14" r="1" {...dot} />
    </>
  ),
};

/** A value's picture in a small box, before its name, which says the same. */
export function IconBox({ icon }: { readonly icon: Icon }) {
  const Thing = things[icon];
  return (
    <span
      aria-hidden
      className="grid size-5 shrink-0 place-items-center rounded-[5px] bg-raised text-muted"
    >
      {Thing ? (
        <Thing className="size-3.5" />
      ) : (
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          strokeLinecap="round"
          strokeLinejoin="round"
          className="size-3.5"
        >
          {marks[icon]}
        </svg>
      )}
    </span>
  );
}
