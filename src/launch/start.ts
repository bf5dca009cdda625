// `bun start`: installs missing packages, builds changed sources, then runs the application. With
// `dev` it also rebuilds the web app after every change. Until the packages are installed, it
// imports only what Bun itself contains.
import { installPackages, startAgain } from './install.ts';
import { stopWithLauncher } from './launcher.ts';
import { buildWeb, keepWebBuilt } from './web-build.ts';

if (await installPackages()) startAgain();
stopWithLauncher();
const isDevelopment = process.argv.includes('dev');
await buildWeb(isDevelopment);
if (isDevelopment) keepWebBuilt();
await import(new URL('../main.ts', import.meta.url).href);
