import { later, laterDialog } from '#web/app/state/later.tsx';

/** The sidebar's content over the page of a phone. */
export const Drawer = laterDialog(
  async () => (await import('./drawer.tsx')).Drawer,
  ({ isOpen }) => isOpen,
);

/** Asks for the password; counts as not given when it cannot be asked for. */
export const PasswordQuestion = later(
  async () => (await import('./password-question.tsx')).PasswordQuestion,
  ({ question }) => question !== null,
  ({ question }) => question?.goOn(false),
);

export const SessionEnded = later(
  async () => (await import('./session-ended.tsx')).SessionEnded,
  ({ isOpen }) => isOpen,
);
