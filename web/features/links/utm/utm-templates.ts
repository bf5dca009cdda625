import { atom } from 'jotai';
import type { UtmTemplate } from '#contract/utm-templates';
import { call } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const templatesKey = ['utm templates'];

/** The account's templates of UTM parameters. */
export const utmTemplatesQuery = queryAtom<readonly UtmTemplate[]>(() => ({
  queryKey: templatesKey,
  queryFn: () => call('GET /api/utm-templates'),
}));

export const saveTemplateAtom = atom(
  null,
  async (_, set, template: Omit<UtmTemplate, 'id'>): Promise<void> => {
    await call('POST /api/utm-templates', { body: template });
    await set(reloadAtom, templatesKey);
  },
);

export const changeTemplateAtom = atom(
  null,
  async (_, set, { id, ...template }: UtmTemplate): Promise<void> => {
    await call('PUT /api/utm-templates/:id', { params: { id }, body: template });
    await set(reloadAtom, templatesKey);
  },
);

export const removeTemplateAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/utm-templates/:id', { params: { id } });
  await set(reloadAtom, templatesKey);
});
