import { Refusal } from '#core/shared/refusal';
import { createLink, editLink } from './create-and-edit.ts';
import type { ListedLink } from './link-totals.ts';
import type { NewLinkInput } from './new-link.ts';
import type { LinkPorts, Owner } from './ports.ts';

/** A link that another system names by its own id. */
export type ExternalLink = NewLinkInput & { readonly externalId: string };

/** The link, and whether it is new. */
export type Upserted = { readonly listed: ListedLink; readonly isNew: boolean };

/**
 * Creates the link with this external id, or changes the fields of it that the input has. Of any
 * number of calls at once one creates it. Refuses what `createLink` and `editLink` refuse.
 */
export async function upsertLink(
  ports: LinkPorts,
  owner: Owner,
  input: ExternalLink,
): Promise<Upserted> {
  const known = await edited(ports, owner, input);
  if (known !== null) return known;
  try {
    return { listed: await createLink(ports, owner, input), isNew: true };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'external_id_taken') throw error;
    // Another call has just created it.
    const found = await edited(ports, owner, input);
    if (found === null) throw error;
    return found;
  }
}

async function edited(
  ports: LinkPorts,
  owner: Owner,
  input: ExternalLink,
): Promise<Upserted | null> {
  const linkId = await ports.links.idOfExternal(owner.id, input.externalId);
  if (linkId === null) return null;
  return { listed: await editLink(ports, owner, { linkId, input }), isNew: false };
}
