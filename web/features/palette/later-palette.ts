import { laterDialog } from '#web/app/state/later.tsx';

export const CommandPalette = laterDialog(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  ({ isOpen }) => isOpen,
);
