import analyticsDark from '#web/images/analytics-dark.webp';
import analyticsLight from '#web/images/analytics-light.webp';
import conversionsDark from '#web/images/conversions-dark.webp';
import conversionsLight from '#web/images/conversions-light.webp';
import dashboardDark from '#web/images/dashboard-dark.webp';
import dashboardLight from '#web/images/dashboard-light.webp';
import linksDark from '#web/images/links-dark.webp';
import linksLight from '#web/images/links-light.webp';
import { LandingSection } from './landing-section.tsx';

const slides = [
  {
    title: 'Dashboard',
    text: 'your numbers at a glance',
    dark: dashboardDark,
    light: dashboardLight,
  },
  { title: 'My Links', text: 'every link and its numbers', dark: linksDark, light: linksLight },
  {
    title: 'Analytics',
    text: 'who clicks, and from where',
    dark: analyticsDark,
    light: analyticsLight,
  },
  {
    title: 'Conversions',
    text: 'what your clicks earned',
    dark: conversionsDark,
    light: conversionsLight,
  },
];

/** Screenshots in the page's theme. The carousel works without scripts. */
export function Screenshots() {
  return (
    <LandingSection
      id="screenshots"
      title="What Waypost looks like"
      text="The main screens, in the dark and the light theme."
    >
      <ul
        data-carousel
        tabIndex={0}
        aria-label="Screenshots"
        className="relative flex snap-x snap-mandatory gap-4 overflow-x-auto rounded-xl [scrollbar-width:none]"
      >
        {slides.map(({ title, text, dark, light }, index) => (
          <li
            key={title}
            id={slideId(index)}
            data-slide
            className="w-full shrink-0 scroll-mt-32 snap-center"
          >
            <figure>
              <div className="overflow-hidden rounded-xl border border-line">
                <Screenshot
                  src={dark}
                  alt={`${title} in dark`}
                  isFirst={index === 0}
                  className="in-data-[theme=light]:hidden"
                />
                <Screenshot
                  src={light}
                  alt={`${title} in light`}
                  isFirst={index === 0}
                  className="in-data-[theme=dark]:hidden"
                />
              </div>
              <figcaption className="mt-4 text-center text-muted">
                <strong className="font-semibold text-text">{title}</strong>: {text}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex justify-center">
        {slides.map(({ title }, index) => (
          <a
            key={title}
            href={`#${slideId(index)}`}
            data-dot
            aria-label={`Show ${title}`}
            aria-current={index === 0}
            className="group grid size-11 place-items-center rounded-full"
          >
            <span className="size-2.5 rounded-full bg-line-strong transition-[width,background-color] group-aria-[current=true]:w-6 group-aria-[current=true]:bg-accent" />
          </a>
        ))}
      </div>
    </LandingSection>
  );
}

function slideId(index: number): string {
  return `screenshot-${index + 1}`;
}

type ScreenshotProps = {
  readonly src: string;
  readonly alt: string;
  /** Whether the picture is loaded with the page instead of on demand. */
  readonly isFirst: boolean;
  readonly className: string;
};

function Screenshot({ src, alt, isFirst, className }: ScreenshotProps) {
  return (
    <img
      src={src}
      alt={alt}
      width={1440}
      height={900}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority="low"
      decoding="async"
      className={`h-auto w-full ${className}`}
    />
  );
}
