import { laterDialog } from '#web/app/state/later.tsx';

export const NoteDialog = laterDialog(
  async () => (await import('./notes/note-dialog.tsx')).NoteDialog,
  ({ note }) => note !== null,
);

export const SaveViewDialog = laterDialog(
  async () => (await import('./views/save-view-dialog.tsx')).SaveViewDialog,
  ({ isOpen }) => isOpen,
);

export const ManageViewsDialog = laterDialog(
  async () => (await import('./views/manage-views-dialog.tsx')).ManageViewsDialog,
  ({ isOpen }) => isOpen,
);

export const CustomDaysDialog = laterDialog(
  async () => (await import('./range/custom-days-dialog.tsx')).CustomDaysDialog,
  ({ isOpen }) => isOpen,
);

export const AllValuesDialog = laterDialog(
  async () => (await import('./lists/all-values-dialog.tsx')).AllValuesDialog,
  ({ isOpen }) => isOpen,
);

export const FilterDialog = laterDialog(
  async () => (await import('./filters/filter-dialog.tsx')).FilterDialog,
  ({ name }) => name !== null,
);
