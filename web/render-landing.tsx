import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './pages/landing.tsx';

/** The landing page as plain markup. */
export const landingMarkup = renderToStaticMarkup(<LandingPage />);
