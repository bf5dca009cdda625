import { useEffect, useRef } from 'react';
import { usePageTitle } from '#web/components/use-page-title.ts';
import { startCarousel } from '#web/landing-carousel.ts';
import { LandingPage } from './landing.tsx';

/** The landing page for those whose session ended while they were here. */
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
