// `bun start`: installs missing packages, builds changed sources, then runs the application. With
// `dev` it also rebuilds the web app after every change, with `--dry-run` it only says which
// migrations a start would apply, and installs and builds nothing. Until the packages are installed, it
// imports only what Bun itself contains.
import { useAllocatorSettings } from './allocator.ts';
import { installPackages } from './install.ts';
import { stopWithLauncher } from './launcher.ts';
import { startAgain } from './start-again.ts';
import { buildWeb, keepWebBuilt } from './web-build.ts';

if (process.argv[2] === '--dry-run') await import(new URL('operate.ts', import.meta.url).href);
useAllocatorSettings();
if (await installPackages()) startAgain();
stopWithLauncher();
const isDevelopment = process.argv.includes('dev');
// A process keeps the memory of a build, some 100 MB, until it ends.
if ((await buildWeb(isDevelopment)) && !isDevelopment) startAgain();
if (isDevelopment) keepWebBuilt();
await import(new URL('../main.ts', import.meta.url).href);
