import { startCarousel } from './landing-carousel.ts';

startCarousel(document);
closeMenuOnChoice(document);

/**
 * Closes the landing page's menu when one of its links is chosen: the browser would keep it open over
 * a section of the same page.
 */
function closeMenuOnChoice(root: ParentNode): void {
  const menu = root.querySelector<HTMLElement>('[data-menu]');
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.hidePopover();
  });
}
