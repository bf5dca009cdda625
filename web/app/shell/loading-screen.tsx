import { Mark } from '#web/ui/logo.tsx';

/** While it is not yet known who is there. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Mark className="size-12 animate-pulse" />
      <span className="text-muted">Loading Waypost...</span>
    </div>
  );
}
