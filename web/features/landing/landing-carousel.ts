/**
 * Starts the landing page's carousel: a dot scrolls to its slide without moving the page, the dot
 * of the visible slide is marked, and all pictures are loaded when the first one is near. Without
 * this script the dots are plain links. Returns a function that stops it.
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
