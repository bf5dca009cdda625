import { api, ask, type Link, type LinkChange, type NewLink } from '#web/api.ts';
import { client } from './client.ts';
import { queryAtom } from './query-atom.ts';
import { refreshNumbers } from './refresh-numbers.ts';

const linksKey = ['links'];
const newestCount = 10;

/** Every link, newest first. */
export const linksQuery = queryAtom<Link[]>(client, () => ({
  queryKey: [...linksKey, 'all'],
  queryFn: async () => listed(await ask(api.links.get({ query: {} }))),
}));

/** The ten newest links: all that the dashboard shows at first. */
export const newestLinksQuery = queryAtom<Link[]>(client, () => ({
  queryKey: [...linksKey, 'newest'],
  queryFn: async () => listed(await ask(api.links.get({ query: { limit: String(newestCount) } }))),
}));

/** The whole list is streamed, which its type says; it arrives as JSON like a page of it. */
function listed(links: Link[] | Response): Link[] {
  if (Array.isArray(links)) return links;
  throw new Error('The list of links is no list');
}

export async function createLink(wish: NewLink): Promise<Link> {
  const link = await ask(api.links.post(wish));
  void refreshNumbers();
  return link;
}

export async function editLink(id: string, change: LinkChange): Promise<void> {
  await ask(api.links({ id }).put(change));
  void refreshNumbers();
}

export async function deleteLink(id: string): Promise<void> {
  await ask(api.links({ id }).delete());
  void refreshNumbers();
}
