/**
 * Lets a dot of the landing page's carousel show its slide without moving the page, marks the dot of
 * the slide in view, and loads all pictures when the first is near. Without it the dots are links to
 * their slides. Returns a function that stops it.
 */
export function startCarousel(root: ParentNode): () => void {
  const track = root.querySelector('[data-carousel]');
  const slides = [...root.querySelectorAll<HTMLElement>('[data-slide]')];
  const dots = [...root.querySelectorAll<HTMLElement>('[data-dot]')];
  if (!track) return () => {};

  const mark = (current: number) => {
    for (const [index, dot] of dots.entries()) {
      dot.setAttribute('aria-current', String(index === current));
    }
  };
  const seen = new IntersectionObserver(
    (entries) => {
      const shown = entries.find((entry) => entry.isIntersecting);
      if (shown) mark(slides.findIndex((slide) => slide === shown.target));
    },
    { root: track, threshold: 0.6 },
  );
  for (const slide of slides) seen.observe(slide);

  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      for (const picture of track.querySelectorAll('img')) picture.loading = 'eager';
      near.disconnect();
    },
    { rootMargin: '100%' },
  );
  near.observe(track);

  const stop = new AbortController();
  for (const [index, dot] of dots.entries()) {
    const go = (event: Event) => {
      event.preventDefault();
      track.scrollTo({ left: slides[index]?.offsetLeft ?? 0, behavior: 'smooth' });
    };
    dot.addEventListener('click', go, { signal: stop.signal });
  }
  return () => {
    stop.abort();
    seen.disconnect();
    near.disconnect();
  };
}
