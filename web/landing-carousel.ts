/**
 * Brings the landing page's carousel to life: a dot goes to its slide, and the dot of the slide in
 * view is marked. Without it the slides still scroll. Answers how to stop.
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

  const stop = new AbortController();
  for (const [index, dot] of dots.entries()) {
    const go = () => track.scrollTo({ left: slides[index]?.offsetLeft ?? 0, behavior: 'smooth' });
    dot.addEventListener('click', go, { signal: stop.signal });
  }
  return () => {
    stop.abort();
    seen.disconnect();
  };
}
