import { renderToStaticMarkup } from 'react-dom/server';
import { LoadingScreen } from './loading-screen.tsx';

/** Prints the loading screen as plain markup. */
process.stdout.write(renderToStaticMarkup(<LoadingScreen />));
