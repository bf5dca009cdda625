// `bun start`: brings in what is missing, builds what has changed, then is the application. With
// `dev` it also builds the web app again after every change. Until the packages are there
// it imports only what Bun itself brings.
import { installPackages, startAgain } from './install.ts';
import { stopWithLauncher } from './launcher.ts';
import { buildWeb, keepWebBuilt } from './web-build.ts';

if (await installPackages()) startAgain();
stopWithLauncher();
const isDevelopment = process.argv.includes('dev');
await buildWeb(isDevelopment);
if (isDevelopment) keepWebBuilt();
await import(new URL('../main.ts', import.meta.url).href);
