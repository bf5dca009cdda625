import { paths } from '#web/paths.ts';
import { AppDesign } from './landing-design.tsx';
import { Features } from './landing-features.tsx';
import { Hero } from './landing-hero.tsx';
import { Pricing } from './landing-pricing.tsx';
import { Screenshots } from './landing-screenshots.tsx';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';

const anchors: readonly { label: string; href: string; className?: string }[] = [
  { label: 'Features', href: '#features' },
  { label: 'Screenshots', href: '#screenshots' },
  { label: 'Pricing', href: '#pricing', className: 'needs-payments needs-registration' },
];

const footerLink = 'inline-flex items-center rounded-sm hover:text-text max-md:min-h-11';

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
          className="inline-flex items-center rounded-md px-3 py-2 font-medium text-muted hover:text-text max-md:min-h-11"
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
      </nav>
    </header>
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
