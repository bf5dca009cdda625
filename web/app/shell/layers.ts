import { lazy, lazyDialog } from '#web/app/state/lazy.tsx';

/** The sidebar's content over the page of a phone. */
export const Drawer = lazyDialog(
  async () => (await import('./drawer.tsx')).Drawer,
  ({ isOpen }) => isOpen,
);

/** Asks for the password; counts as not given when it cannot be asked for. */
export const PasswordQuestion = lazy(
  async () => (await import('./password-question.tsx')).PasswordQuestion,
  ({ question }) => question !== null,
  ({ question }) => question?.goOn(false),
);

export const SessionEnded = lazy(
  async () => (await import('./session-ended.tsx')).SessionEnded,
  ({ isOpen }) => isOpen,
);
