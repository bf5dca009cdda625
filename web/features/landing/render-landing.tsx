import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './landing-page.tsx';

/** Prints the landing page as plain markup. */
process.stdout.write(renderToStaticMarkup(<LandingPage />));
