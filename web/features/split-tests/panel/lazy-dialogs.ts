import { lazyDialog } from '#web/app/state/lazy.tsx';

export const NamesDialog = lazyDialog(
  async () => (await import('#web/features/split-tests/changes/names-dialog.tsx')).NamesDialog,
  ({ isOpen }) => isOpen,
);

export const GoalDialog = lazyDialog(
  async () => (await import('#web/features/split-tests/changes/goal-dialog.tsx')).GoalDialog,
  ({ isOpen }) => isOpen,
);
