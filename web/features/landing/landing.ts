import { startCarousel } from './landing-carousel.ts';
import { closeMenuOnChoice } from './landing-menu.ts';

startCarousel(document);
closeMenuOnChoice(document);
