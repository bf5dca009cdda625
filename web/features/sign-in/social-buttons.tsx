import type { ReactNode } from 'react';
import { type Provider, providerNames, signInWith } from '#web/app/instance.ts';
import { paths } from '#web/paths.ts';
import { FacebookMark, GoogleMark } from '#web/ui/brand-mark.tsx';
import { buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

const marks: Readonly<Record<Provider, () => ReactNode>> = {
  google: GoogleMark,
  facebook: FacebookMark,
};

/** The ways in that need no password here, and then on to `next`; nothing where none is set up. */
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
  /** The screen to come back to. */
  readonly next: string;
};

/** The way to one provider and back. */
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
