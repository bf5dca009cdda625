import { startCarousel } from './landing-carousel.ts';

startCarousel(document);
