import { atom } from 'jotai';
import { api, ask, type UtmTemplate } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const templatesKey = ['utm templates'];

/** The account's templates of UTM parameters. */
export const utmTemplatesQuery = queryAtom<readonly UtmTemplate[]>(() => ({
  queryKey: templatesKey,
  queryFn: () => ask(api['utm-templates'].get()),
}));

export const saveTemplateAtom = atom(
  null,
  async (_, set, template: Omit<UtmTemplate, 'id'>): Promise<void> => {
    await ask(api['utm-templates'].post(template));
    await set(reloadAtom, templatesKey);
  },
);

export const changeTemplateAtom = atom(
  null,
  async (_, set, { id, ...template }: UtmTemplate): Promise<void> => {
    await ask(api['utm-templates']({ id }).put(template));
    await set(reloadAtom, templatesKey);
  },
);

export const removeTemplateAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await ask(api['utm-templates']({ id }).delete());
  await set(reloadAtom, templatesKey);
});
