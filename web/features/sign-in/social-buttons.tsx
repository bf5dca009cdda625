import type { ReactNode } from 'react';
import { type Provider, providerNames, signInWith } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

const marks: Readonly<Record<Provider, () => ReactNode>> = {
  google: GoogleMark,
  facebook: FacebookMark,
};

/**
 * The sign-in buttons of the configured providers, which then lead to `next`. Renders nothing when
 * none is configured.
 */
export function SocialButtons({ next = paths.dashboard }: { readonly next?: string }) {
  if (signInWith.length === 0) return null;
  return (
    <div className="mt-6 grid gap-2.5">
      {signInWith.map((provider) => (
        <SocialButton key={provider} provider={provider} next={next} />
      ))}
      <p className="mt-2 -mb-2 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or with your email
      </p>
    </div>
  );
}

type SocialButtonProps = {
  readonly provider: Provider;
  /** The screen to open after signing in. */
  readonly next: string;
};

/** A link to one provider's sign-in. */
export function SocialButton({ provider, next }: SocialButtonProps) {
  const Mark = marks[provider];
  return (
    <a
      href={paths.signInWith(provider, next)}
      className={classNames(buttonClasses('secondary'), 'min-h-10')}
    >
      <Mark />
      Continue with {providerNames[provider]}
    </a>
  );
}

/** Google's G in its four colors. */
function GoogleMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden
      className="size-[18px] shrink-0"
      fill="none"
      strokeWidth="4"
    >
      <path d="M18.7 6.6A8.6 8.6 0 0 0 4.6 7.6" stroke="#ea4335" />
      <path d="M4.6 7.6a8.6 8.6 0 0 0 0 8.8" stroke="#fbbc05" />
      <path d="M4.6 16.4a8.6 8.6 0 0 0 13.2 1.9" stroke="#34a853" />
      <path d="M17.8 18.3A8.6 8.6 0 0 0 20.6 12H12" stroke="#4285f4" />
    </svg>
  );
}

/** Facebook's f in a disc. */
function FacebookMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-[18px] shrink-0">
      <circle cx="12" cy="12" r="11" fill="#1877f2" />
      <path
        d="M13.2 23v-8.6h3l.6-3.4h-3.6V9.1c0-1.1.5-1.8 1.9-1.8h1.8V4.3c-.7-.1-1.6-.2-2.5-.2-2.9 0-4.6 1.7-4.6 4.6V11H6.7v3.4h3.1V23z"
        fill="#fff"
      />
    </svg>
  );
}
