import * as labels from '#contract/links/labels';
import * as utmTemplates from '#contract/links/utm-templates';
import { addTag, addUtmTemplate } from '#core/links/labels';
import type { LabelPorts } from '#core/links/ports';
import { keepOpen } from '#adapters/http/frame/caller';
import { type Mountable, on } from '#adapters/http/frame/on';
import { byName, pageOfList } from '#adapters/http/paging/page-of-list';

/** The tags, folders and UTM templates by which an account organises its links. */
export function labelRoutes(ports: LabelPorts): Mountable[] {
  const { tags, folders, utmTemplates: templates } = ports;
  return [
    on(labels.listTags, async ({ caller, query }) =>
      pageOfList(await tags.of(caller.id), query, { name: 'tags', positionOf: byName }),
    ),
    on(labels.addTag, ({ caller, body, chosenId }) =>
      addTag(ports, caller.id, { ...body, chosenId }),
    ),
    on(labels.changeTag, ({ caller, params, body }) =>
      tags.change({ userId: caller.id, id: params.id }, body),
    ),
    on(labels.removeTag, ({ caller, params, request }) => {
      // A hundred thousand links that lose it take longer than the idle limit.
      keepOpen(request);
      return tags.remove({ userId: caller.id, id: params.id });
    }),

    on(labels.listFolders, async ({ caller, query }) =>
      pageOfList(await folders.of(caller.id), query, { name: 'folders', positionOf: byName }),
    ),
    on(labels.addFolder, ({ caller, body, chosenId }) => folders.add(caller.id, body, chosenId)),
    on(labels.renameFolder, ({ caller, params, body }) =>
      folders.change({ userId: caller.id, id: params.id }, body),
    ),
    on(labels.removeFolder, ({ caller, params, request }) => {
      keepOpen(request);
      return folders.remove({ userId: caller.id, id: params.id });
    }),

    on(utmTemplates.listUtmTemplates, async ({ caller, query }) =>
      pageOfList(await templates.of(caller.id), query, {
        name: 'UTM templates',
        positionOf: byName,
      }),
    ),
    on(utmTemplates.addUtmTemplate, ({ caller, body, chosenId }) =>
      addUtmTemplate(ports, caller.id, { ...body, chosenId }),
    ),
    on(utmTemplates.changeUtmTemplate, ({ caller, params, body }) =>
      templates.change({ userId: caller.id, id: params.id }, body),
    ),
    on(utmTemplates.removeUtmTemplate, ({ caller, params }) =>
      templates.remove({ userId: caller.id, id: params.id }),
    ),
  ];
}
