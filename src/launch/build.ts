// `bun run build`: builds the web app, for images and for installations that start `src/main.ts`
// directly.
import { buildWeb } from './web-build.ts';

await buildWeb();
