import type { ReactNode } from 'react';

type LandingSectionProps = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A section of the landing page. */
export function LandingSection({ id, title, text, className = '', children }: LandingSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`mx-auto max-w-6xl scroll-mt-16 px-4 py-16 md:px-8 md:py-24 ${className}`}
    >
      <div className="mx-auto mb-10 max-w-2xl text-center md:mb-14">
        <h2 id={`${id}-title`} className="text-3xl font-[650] tracking-tight md:text-4xl">
          {title}
        </h2>
        <p className="mt-3 text-[16px] leading-6 text-pretty text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
