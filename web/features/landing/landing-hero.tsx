import { ArrowDown, MousePointerClick } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** The landing page's first screen. */
export function Hero() {
  return (
    <section className="relative bg-[radial-gradient(48rem_30rem_at_72%_18%,var(--accent-soft),transparent)]">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-16 md:px-8 lg:grid-cols-[1.05fr_1fr] lg:py-28">
        <div>
          <h1 className="text-5xl leading-[1.04] font-bold tracking-[-0.035em] sm:text-6xl">
            Brand, Track, <span className="whitespace-nowrap text-accent-text">Convert!</span>
          </h1>
          <p className="mt-5 max-w-lg text-[17px] leading-7 text-pretty text-muted">
            Waypost turns long URLs into short links with names of your choice, shows who clicks
            them, and measures what each click earns.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a
              href={paths.register}
              className={classNames(buttonClasses('primary', 'lg'), 'needs-registration')}
            >
              <span className="needs-payments">Start Free Trial</span>
              <span className="without-payments">Get Started</span>
            </a>
            <a
              href={paths.login}
              className={classNames(buttonClasses('primary', 'lg'), 'without-registration')}
            >
              Sign In
            </a>
            <a href="#screenshots" className={buttonClasses('secondary', 'lg')}>
              See screenshots
            </a>
          </div>
          <p className="needs-payments needs-registration mt-4 text-sm text-faint">
            30 days free. No credit card required.
          </p>
        </div>
        <Signpost />
      </div>
    </section>
  );
}

const places = [
  { country: 'United States', share: 46, clicks: '5,890' },
  { country: 'Germany', share: 24, clicks: '3,073' },
  { country: 'Brazil', share: 13, clicks: '1,664' },
];

/** An illustration: a long URL, its short link and the link's numbers. */
function Signpost() {
  return (
    <div aria-hidden className="grid justify-items-center gap-3">
      <div className="w-full max-w-md truncate rounded-lg border border-line bg-surface px-4 py-3 text-muted">
        https://acme.example/summer-sale?utm_source=newsletter&utm_medium=email
      </div>
      <span className="grid size-9 place-items-center rounded-full bg-accent text-on-accent">
        <ArrowDown className="size-[18px]" />
      </span>
      <div className="w-full max-w-md rounded-xl border border-line bg-surface shadow-float">
        <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4">
          <span className="text-xl font-semibold tracking-tight text-accent-text">
            wp.st/summer
          </span>
          <span className="num inline-flex items-center gap-1.5 font-semibold">
            <MousePointerClick className="size-4 text-muted" />
            12,804
          </span>
        </div>
        <Sparkline />
        <ul className="num grid gap-1 px-3 pb-4">
          {places.map(({ country, share, clicks }) => (
            <li
              key={country}
              className="relative flex justify-between rounded-[6px] px-2.5 py-1.5 text-sm"
            >
              <span
                className="absolute inset-y-0 left-0 rounded-[6px] bg-accent-soft"
                style={{ width: `${share * 2}%` }}
              />
              <span className="relative">{country}</span>
              <span className="relative font-semibold">{clicks}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const line = 'M0 74C40 66 58 40 98 44S160 70 200 58 262 18 302 22 364 52 400 20';

function Sparkline() {
  return (
    <svg viewBox="0 0 400 100" className="block w-full" preserveAspectRatio="none">
      <defs>
        <linearGradient id="hero-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--series-1)" stopOpacity="0.3" />
          <stop offset="1" stopColor="var(--series-1)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`${line}V100H0Z`} fill="url(#hero-fade)" />
      <path d={line} fill="none" stroke="var(--series-1)" strokeWidth="2.4" />
    </svg>
  );
}
