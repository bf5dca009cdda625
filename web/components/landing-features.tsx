import {
  BadgeCheck,
  ChartLine,
  Coins,
  Globe,
  Infinity as Unlimited,
  type LucideIcon,
  Shield,
  Split,
  Tag,
  Target,
} from 'lucide-react';
import { LandingSection } from './landing-section.tsx';

type Feature = { readonly icon: LucideIcon; readonly title: string; readonly text: string };

const features: readonly Feature[] = [
  {
    icon: Unlimited,
    title: 'Unlimited links',
    text: 'Shorten as many addresses as your campaigns need. They keep redirecting for ever, whatever you pay.',
  },
  {
    icon: ChartLine,
    title: 'Advanced analytics',
    text: 'Clicks by day, country, city, device, browser and referrer, in the days of your own time zone.',
  },
  {
    icon: Target,
    title: 'Conversion tracking',
    text: 'Sales, signups, downloads: see which link brought them, and what each click has earned.',
  },
  {
    icon: BadgeCheck,
    title: 'Honest attribution',
    text: 'Every conversion says how sure it is: confirmed, verified, inferred or unverified. A repeat counts once.',
  },
  {
    icon: Coins,
    title: 'Profit, to the cent',
    text: 'Revenue and profit per link and destination, refunds taken off, each currency for itself.',
  },
  {
    icon: Split,
    title: 'A/B split testing',
    text: 'Send visitors to up to four destinations in turn, strictly even, and see which one converts better.',
  },
  {
    icon: Tag,
    title: 'Custom aliases',
    text: 'Links that say where they lead: short, readable, and yours. Give them an expiry or pause them.',
  },
  {
    icon: Globe,
    title: 'People, not bots',
    text: 'Link previews, crawlers and prefetches are told apart and counted beside, never among, your clicks.',
  },
  {
    icon: Shield,
    title: 'Private by default',
    text: 'No cookies on your visitors, no whole addresses stored. Privacy signals of browsers are honoured.',
  },
];

export function Features() {
  return (
    <LandingSection
      id="features"
      title="Everything a link can tell you"
      text="From the first click to the last report, with numbers that add up."
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="rounded-lg border border-line bg-surface p-6">
            <span className="grid size-10 place-items-center rounded-md bg-accent-soft text-accent-text">
              <Icon aria-hidden strokeWidth={1.8} className="size-5" />
            </span>
            <h3 className="mt-4 text-[16px] font-semibold tracking-tight">{title}</h3>
            <p className="mt-1.5 leading-[1.6] text-pretty text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
