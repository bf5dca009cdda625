// `bun run build`: the web app, for images and for those who start `src/main.ts` themselves.
import { buildWeb } from './web-build.ts';

await buildWeb();
