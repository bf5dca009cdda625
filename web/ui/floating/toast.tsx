import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#web/ui/class-names.ts';

type Message = {
  readonly key: number;
  readonly title: string;
  readonly text?: string;
  readonly isError: boolean;
  readonly action?: { readonly label: string; choose(): void } | null;
  readonly shownMs?: number;
  readonly endsMs?: number;
};

type ToastsProps = {
  /** The oldest first. Only the last is visible; the others wait until it has closed. */
  readonly messages: readonly Message[];
  onDismiss(key: number): void;
};

/**
 * The toasts, of which one is visible at a time. Each is shown for five seconds, or for as long as
 * its message says, and can be dismissed by swipe, button or Escape. F8 focuses them. They are beside
 * the app in the document, because an open dialog makes the rest of the app inert.
 */
export function Toasts({ messages, onDismiss }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  /** When the last toast closes, the focus returns to the element that had it before. */
  const dismiss = (key: number) => {
    const hasFocus = region.current?.contains(document.activeElement);
    if (hasFocus && messages.length === 1 && before.current instanceof HTMLElement) {
      before.current.focus();
    }
    onDismiss(key);
  };
  // A Radix viewport is paused while the pointer or the focus is in it, and it gets no event when
  // its last toast is removed under them. The first toast therefore has a new viewport. Otherwise
  // later toasts would never close.
  const viewport = messages.length === 0 ? 'empty' : 'shown';
  return createPortal(
    <div ref={region} onFocus={enter}>
      <ToastList key={viewport} messages={messages} onDismiss={dismiss} />
    </div>,
    document.body,
  );
}

function ToastList({ messages, onDismiss }: ToastsProps) {
  const [isPaused, setPaused] = useState(false);
  return (
    <Provider duration={Number.POSITIVE_INFINITY} swipeDirection="right" swipeThreshold={50}>
      {messages.map((message, index) => (
        <Toast
          key={message.key}
          message={message}
          isVisible={index === messages.length - 1}
          isPaused={isPaused}
          onPaused={setPaused}
          onDismiss={() => onDismiss(message.key)}
        />
      ))}
      <Viewport
        hotkey={['F8']}
        className="toasts fixed right-0 bottom-0 z-50 m-4 w-90 max-w-[calc(100vw-2rem)] focus:outline-none"
      />
    </Provider>
  );
}

type ToastProps = ShownToastProps & {
  readonly isVisible: boolean;
  /** Whether the pointer or the focus is in the toasts, or the window is in the background. */
  readonly isPaused: boolean;
};

/**
 * A toast with its own countdown, which is paused while the toast waits. Radix would restart the
 * time.
 */
function Toast({ isVisible, isPaused, ...shown }: ToastProps) {
  const { message, onDismiss } = shown;
  useCountdown(message.shownMs ?? 5000, isVisible && !isPaused, onDismiss);
  useCountdown(message.endsMs ?? Number.POSITIVE_INFINITY, true, onDismiss);
  return isVisible && <ShownToast {...shown} />;
}

type ShownToastProps = {
  readonly message: Message;
  onPaused(isPaused: boolean): void;
  onDismiss(): void;
};

function ShownToast({ message, onPaused, onDismiss }: ShownToastProps) {
  const root = useFocusKept();
  const Icon = message.isError ? CircleAlert : CircleCheck;
  return (
    <Root
      ref={root}
      onPause={() => onPaused(true)}
      onResume={() => onPaused(false)}
      type={message.isError ? 'foreground' : 'background'}
      onOpenChange={(isOpen) => isOpen || onDismiss()}
      className="rise flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-3.5 shadow-float data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      <Icon
        aria-hidden
        className={classNames(
          'mt-px size-[18px] shrink-0',
          message.isError ? 'text-bad' : 'text-good',
        )}
      />
      <div className="grid grow gap-0.5">
        <Title className="font-semibold">{message.title}</Title>
        {message.text && <Description className="text-muted">{message.text}</Description>}
      </div>
      {message.action && (
        <Action
          altText={message.action.label}
          onClick={message.action.choose}
          className="-my-1.5 h-8 shrink-0 rounded-md px-2.5 text-sm font-semibold text-accent-text hover:bg-accent-soft max-md:-my-2.5 touch"
        >
          {message.action.label}
        </Action>
      )}
      <Close
        aria-label="Dismiss"
        className="-my-1 grid size-8 shrink-0 place-items-center max-md:-my-2.5 touch-square rounded-md text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </Close>
    </Root>
  );
}

/** When a newer toast replaces the focused one, the focus stays in the toasts. */
function useFocusKept() {
  const root = useRef<HTMLLIElement>(null);
  useLayoutEffect(
    () => () => {
      const toast = root.current;
      if (toast?.contains(document.activeElement)) toast.parentElement?.focus();
    },
    [],
  );
  return root;
}

/**
 * Calls `onEnd` after `ms` milliseconds, of which only those count while `isRunning`. Another `ms`
 * begins a new time; with `Infinity` the time has no end.
 */
function useCountdown(ms: number, isRunning: boolean, onEnd: () => void): void {
  const leftMs = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    leftMs.current = ms;
  }, [ms]);
  useEffect(() => {
    if (!isRunning || leftMs.current === Number.POSITIVE_INFINITY) return undefined;
    const begunMs = performance.now();
    const timer = setTimeout(() => end.current(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - begunMs;
    };
  }, [ms, isRunning]);
}
