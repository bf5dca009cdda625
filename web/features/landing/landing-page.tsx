import { Menu as MenuIcon } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { AppDesign } from './landing-design.tsx';
import { Features } from './landing-features.tsx';
import { Hero } from './landing-hero.tsx';
import { Pricing } from './landing-pricing.tsx';
import { Screenshots } from './landing-screenshots.tsx';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';

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

/** On phones, what has no room in the bar: the browser's own popover, which needs no script. */
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
