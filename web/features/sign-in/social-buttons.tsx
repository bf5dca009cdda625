import type { ReactNode } from 'react';
import { type Provider, providerNames, signInWith } from '#web/instance.ts';
import { paths } from '#web/paths.ts';
import { FacebookMark, GoogleMark } from '#web/ui/brand-mark.tsx';
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
