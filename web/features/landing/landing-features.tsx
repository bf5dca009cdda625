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
    text: 'Shorten as many URLs as your campaigns need. Links keep redirecting, even if you stop paying.',
  },
  {
    icon: ChartLine,
    title: 'Advanced analytics',
    text: 'Clicks by day, country, city, device, browser and referrer, in your own time zone.',
  },
  {
    icon: Target,
    title: 'Conversion tracking',
    text: 'See which link brought each sale, signup or download, and how much it earned.',
  },
  {
    icon: BadgeCheck,
    title: 'Honest attribution',
    text: 'Every conversion shows how reliable it is: confirmed, verified, inferred or unverified. Repeats are counted once.',
  },
  {
    icon: Coins,
    title: 'Profit, to the cent',
    text: 'Revenue and profit per link and destination. Refunds are subtracted, and each currency has its own totals.',
  },
  {
    icon: Split,
    title: 'A/B split testing',
    text: 'Send visitors to up to four destinations in turn, in equal shares, and compare how well each one converts.',
  },
  {
    icon: Tag,
    title: 'Custom domains',
    text: 'Put your links on a domain that you own, under names that you choose. Names on it never collide with other accounts.',
  },
  {
    icon: Globe,
    title: 'People, not bots',
    text: 'Link previews, crawlers and prefetches are counted separately from the clicks of people.',
  },
  {
    icon: Shield,
    title: 'Private by default',
    text: 'By default Waypost sets no cookies for your visitors and stores no full IP addresses. It respects the privacy signals of browsers.',
  },
];

export function Features() {
  return (
    <LandingSection
      id="features"
      title="Know what every link does"
      text="From the first click to the sale, with numbers that add up."
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
