import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { offerAtom } from './toast.ts';

type Component<Props> = (props: Props) => ReactNode;
type Load<Props> = () => Promise<Component<Props>>;

/** Retry interval for a file that could not be loaded. */
const retryMs = 5000;

const gestures = ['pointermove', 'pointerdown', 'touchstart', 'keydown'];
/** The files that will be loaded after the first gesture. */
const loads = new Set<() => Promise<unknown>>();
let isBegun = false;

/**
 * A component whose file is loaded when `isWanted` is true for the first time; until then nothing
 * is shown. Afterwards it is always rendered with its props. When the file cannot be loaded,
 * `onMissing` is called. While the component is wanted, loading is retried every five seconds,
 * because a restarted server gives no event, and when the browser's connection is back.
 */
export function lazy<Props extends object>(
  load: Load<Props>,
  isWanted: (props: Props) => boolean,
  onMissing?: (props: Props) => void,
): Component<Props> {
  const file = fileOf(load);
  preloadAfterGesture(file.load);
  return function Lazy(props: Props) {
    const Loaded = file.useComponent(isWanted(props), () => onMissing?.(props));
    return Loaded && <Loaded {...props} />;
  };
}

/**
 * A part of a page in a separate file, which is loaded when `isWanted` is true for the first time.
 * Until it is loaded, `Meanwhile` is shown in its place. `ahead` begins to load it, for example
 * together with its data.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Meanwhile: Component<Props>,
  isWanted: (props: Props) => boolean = () => true,
) {
  const file = fileOf(load);
  const Part = (props: Props): ReactNode => {
    const Loaded = file.useComponent(isWanted(props));
    return Loaded ? <Loaded {...props} /> : <Meanwhile {...props} />;
  };
  return { Part, ahead: () => loadAhead(file.load) };
}

/** A file with a component, and the component once it is loaded. */
function fileOf<Props extends object>(loadOnce: Load<Props>) {
  let known: Component<Props> | null = null;
  const load = async (): Promise<Component<Props>> => (known = await loadOnce());

  function useComponent(isWanted: boolean, onMissing?: () => void): Component<Props> | null {
    const [Loaded, setLoaded] = useState<Component<Props> | null>(() => (isWanted ? known : null));
    const isDue = Loaded === null && isWanted;
    const miss = useEffectEvent(() => onMissing?.());
    useEffect(() => {
      if (!isDue) return undefined;
      let isOver = false;
      let timer = 0;
      const show = async (): Promise<void> => {
        window.clearTimeout(timer);
        try {
          const component = await load();
          repeatFocus();
          setLoaded(() => component);
        } catch {
          if (isOver) return;
          timer = window.setTimeout(listener, retryMs);
          miss();
        }
      };
      const listener = () => void show();
      listener();
      window.addEventListener('online', listener);
      return () => {
        isOver = true;
        window.clearTimeout(timer);
        window.removeEventListener('online', listener);
      };
    }, [isDue]);
    return Loaded;
  }
  return { load, useComponent };
}

/**
 * `lazy` for a dialog. A dialog that cannot be loaded is closed, and a toast says so. The toast's
 * 'Try again' opens the dialog with its former props. The dialog calls `onClose` whenever it wants
 * to close.
 */
export function lazyDialog<Props extends { onClose(): void }>(
  load: Load<Props>,
  isOpen: (props: Props) => boolean,
): Component<Props> {
  const Layer = lazy<Props & { onFailed(): void }>(load, isOpen, ({ onClose, onFailed }) => {
    onClose();
    onFailed();
  });
  return function LazyDialog(props: Props) {
    const offer = useSetAtom(offerAtom);
    const [again, setAgain] = useState<Props | null>(null);
    if (again !== null && isOpen(props)) setAgain(null);
    const shown = again === null ? props : { ...again, onClose: () => setAgain(null) };
    const fail = () =>
      offer({
        title: 'This could not be opened. Check your connection, or reload the page.',
        isError: true,
        action: { label: 'Try again', choose: () => setAgain(shown) },
      });
    return <Layer {...shown} onFailed={fail} />;
  };
}

/**
 * When a dialog closes, Headless UI returns the focus to the control that had it before. But it
 * records focus events only after it was loaded. So the page's first dialog, which loads it,
 * repeats the last focus event.
 */
function repeatFocus(): void {
  document.activeElement?.dispatchEvent(new FocusEvent('focus'));
}

/** Registers a file to be loaded after the first gesture. */
export function preloadAfterGesture(load: () => Promise<unknown>): void {
  if (isBegun) loadAhead(load);
  else loads.add(load);
}

/**
 * Loads all registered files after the first gesture: before most of them are needed, and while
 * there is a connection. Call it once.
 */
export function loadAfterFirstGesture(): void {
  const begin = (event: Event): void => {
    if (isStill(event)) return;
    for (const gesture of gestures) window.removeEventListener(gesture, begin);
    isBegun = true;
    for (const load of loads) loadAhead(load);
    loads.clear();
  };
  for (const gesture of gestures) window.addEventListener(gesture, begin, { passive: true });
}

/** Browsers report a move by 0 pixels when a new page appears below a pointer that stands still. */
function isStill(event: Event): boolean {
  return event instanceof PointerEvent && event.type === 'pointermove' && !hasMoved(event);
}

function hasMoved({ movementX, movementY }: PointerEvent): boolean {
  return movementX !== 0 || movementY !== 0;
}

/** Loads a file in advance. A failure is ignored: the file is loaded again when it is needed. */
function loadAhead(load: () => Promise<unknown>): void {
  load().catch(() => {});
}
