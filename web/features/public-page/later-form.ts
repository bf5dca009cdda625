import { later } from '#web/app/state/later.tsx';

/** Most public pages have no password: the form and what checks it are loaded for those that do. */
export const UnlockForm = later(
  async () => (await import('./unlock-form.tsx')).UnlockForm,
  () => true,
);
