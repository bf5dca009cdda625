// `bun start`: brings in what is missing, then is the application. Until the packages are there
// it imports only what Bun itself brings.
import { installPackages, startAgain } from './install.ts';
import { stopWithNpm } from './launcher.ts';

if (await installPackages()) startAgain();
stopWithNpm();
await import(new URL('main.ts', import.meta.url).href);
