import { useEffect, useRef } from 'react';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { startCarousel } from '#web/features/landing/landing-carousel.ts';
import { LandingPage } from '#web/features/landing/landing-page.tsx';

/** The landing page for people who were signed out while the app was open. */
export function Component() {
  usePageTitle('Brand, Track, Convert!');
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? startCarousel(root.current) : undefined), []);
  return (
    <div ref={root}>
      <LandingPage />
    </div>
  );
}
