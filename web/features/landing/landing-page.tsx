import { Check, Menu as MenuIcon } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { Features } from './landing-features.tsx';
import { Hero } from './landing-hero.tsx';
import { Screenshots } from './landing-screenshots.tsx';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';
import { LandingSection } from './landing-section.tsx';
import { listPrices } from '#web/features/billing/prices/list-prices.ts';
import { PriceComparison } from '#web/features/billing/prices/price-comparison.tsx';

type Anchor = { readonly label: string; readonly href: string; readonly className?: string };

const anchors: readonly Anchor[] = [
  { label: 'Features', href: '#features' },
  { label: 'Screenshots', href: '#screenshots' },
  { label: 'Pricing', href: '#pricing', className: 'needs-payments needs-registration' },
];

const footerLink = 'inline-flex items-center rounded-sm hover:text-text touch';

/** The landing page. It uses plain links, because it has no router. */
export function LandingPage() {
  return (
    <div className="overflow-x-clip">
      <Header />
      <main>
        <Hero />
        <Features />
        <Screenshots />
        <AppDesign />
        <Pricing />
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/85 backdrop-blur-md">
      <nav
        aria-label="Main"
        className="mx-auto flex max-w-6xl items-center gap-x-1 px-4 py-2 md:gap-x-2 md:px-8"
      >
        <a href={paths.home} className="mr-auto inline-flex min-h-11 items-center rounded-md">
          <Logo />
        </a>
        {anchors.map(({ label, href, className = '' }) => (
          <a
            key={href}
            href={href}
            className={`rounded-md px-3 py-2 font-medium text-muted hover:text-text max-md:hidden ${className}`}
          >
            {label}
          </a>
        ))}
        <a
          href={paths.login}
          className="inline-flex items-center rounded-md px-3 py-2 font-medium text-muted hover:text-text touch max-[23rem]:hidden"
        >
          Login
        </a>
        <a
          href={paths.support}
          className="rounded-md px-3 py-2 font-medium text-muted hover:text-text max-md:hidden"
        >
          Contact
        </a>
        <a
          href={paths.register}
          className={classNames(buttonClasses('primary'), 'needs-registration')}
        >
          Get Started
        </a>
        <PhoneMenu />
      </nav>
    </header>
  );
}

const menuId = 'menu';

/** The menu on phones: the browser's own popover, which needs no script. */
function PhoneMenu() {
  const links: readonly Anchor[] = [
    ...anchors,
    { label: 'Login', href: paths.login, className: 'min-[23rem]:hidden' },
    { label: 'Contact', href: paths.support },
  ];
  return (
    <>
      <button
        type="button"
        popoverTarget={menuId}
        aria-label="Menu"
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:text-text md:hidden"
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      <div
        id={menuId}
        popover="auto"
        data-menu
        className="fixed inset-auto top-16 right-3 m-0 min-w-48 rounded-md border border-line bg-raised p-1 text-text shadow-float md:hidden"
      >
        <ul>
          {links.map(({ label, href, className = '' }) => (
            <li key={href} className={className}>
              <a
                href={href}
                className="flex min-h-11 items-center rounded-sm px-3 font-medium hover:bg-accent-soft"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-muted max-md:gap-y-0 md:px-8">
        <span className="mr-auto grid gap-1">
          <Logo />
          <span className="text-sm text-faint">Brand, Track, Convert!</span>
        </span>
        {anchors.map(({ label, href, className = '' }) => (
          <a key={href} href={href} className={`${footerLink} ${className}`}>
            {label}
          </a>
        ))}
        <a href={paths.support} className={footerLink}>
          Contact
        </a>
        <a href={paths.report} className={footerLink}>
          Report a link
        </a>
        <a href={paths.privacy} className={footerLink}>
          Privacy
        </a>
        <a href={paths.login} className={footerLink}>
          Sign In
        </a>
        <a href={paths.register} className={`${footerLink} needs-registration`}>
          Get Started
        </a>
      </div>
    </footer>
  );
}

const points = [
  { title: 'Dark and light', text: 'Dark by default. Switch to light, or follow your device.' },
  { title: 'Works on phones', text: 'Tables become cards, and the menu becomes a drawer.' },
  { title: 'Works by keyboard', text: 'Every control can be reached and used with the keyboard.' },
  {
    title: 'Accessible',
    text: 'Color contrast is tested, and every chart has a text alternative.',
  },
  {
    title: 'Fast where it matters',
    text: 'Redirects do not wait for a database, and long lists of links load quickly.',
  },
  {
    title: 'Your data stays yours',
    text: 'Export everything, or delete it permanently, at any time.',
  },
];

/** How the app looks and behaves on devices. */
function AppDesign() {
  return (
    <div className="border-y border-line bg-surface">
      <LandingSection
        id="design"
        title="Designed for daily use"
        text="Clear screens for people who check their numbers every day."
      >
        <ul className="mx-auto grid max-w-4xl gap-x-10 gap-y-6 sm:grid-cols-2">
          {points.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
                <Check aria-hidden strokeWidth={3} className="size-3" />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </LandingSection>
    </div>
  );
}

const included = [
  'Unlimited links',
  'Advanced analytics',
  'Conversion tracking',
  'A/B split testing',
  'Custom domains',
  'QR codes',
];

function Pricing() {
  return (
    <LandingSection
      id="pricing"
      className="needs-payments needs-registration"
      title="Two prices, every feature"
      text="Try everything free first. Then pay every month, or once. Your links keep working even if you stop."
    >
      <div className="mx-auto grid max-w-3xl gap-8">
        <p className="text-center font-medium text-accent-text">
          30-day free trial. No credit card required.
        </p>
        <PriceComparison
          prices={listPrices}
          isLarge
          monthlyAction={
            <a href={paths.register} className={buttonClasses('primary', 'lg')}>
              Start Free Trial
            </a>
          }
          lifetimeAction={
            <a href={paths.payment} className={buttonClasses('secondary', 'lg')}>
              Buy lifetime access
            </a>
          }
        />
        <ul aria-label="Included" className="grid gap-x-8 gap-y-2.5 sm:grid-cols-3">
          {included.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  );
}
