import { appOrigin } from '#web/instance.ts';
import { paths } from '#web/paths.ts';

/** The only place of a shared report that names Waypost. */
export function MadeWithWaypost() {
  return (
    <footer className="mx-auto flex w-full max-w-7xl justify-end px-4 pb-6 text-sm text-faint md:px-8">
      <a
        href={`${appOrigin}${paths.home}`}
        target="_top"
        className="flex items-center gap-2 rounded-sm hover:text-text touch"
      >
        <svg viewBox="0 0 24 24" aria-hidden className="size-4 fill-current">
          <path d="M5 3.5h12.6L21.5 7.5l-3.9 4H5zM19 12.5H6.4L2.5 16.5l3.9 4H19z" />
        </svg>
        Made with Waypost
      </a>
    </footer>
  );
}
