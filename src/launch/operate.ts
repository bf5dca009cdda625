// `bun run backup …`, `restore …`: installs missing packages, then runs the command. Until the
// packages are installed, it imports only what Bun itself contains.
import { installPackages } from './install.ts';
import { startAgain } from './start-again.ts';

if (await installPackages()) startAgain();
await import(new URL('operate/main.ts', import.meta.url).href);
