import { Mark } from '#web/ui/logo.tsx';

/** Shown until the app knows whether somebody is signed in. */
export function LoadingScreen() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4">
      <Mark className="size-12 animate-pulse" />
      <span className="text-muted">Loading Waypost...</span>
    </div>
  );
}
