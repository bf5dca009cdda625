import * as contract from '#contract/links/links';
import type { Answer } from '#contract/route';
import { createLink } from '#core/links/create-and-edit';
import type { ListedLink } from '#core/links/link-totals';
import type { LinkPorts, Owner } from '#core/links/ports';
import { upsertLink } from '#core/links/upsert-link';
import { nthId } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import { parsed } from '#adapters/http/frame/parsed';
import { refusalJson } from '#adapters/http/frame/problem';
import { inputOf } from './link-input.ts';
import { linkJson } from './link-json.ts';

type Batch = contract.LinkBatch & {
  /** The id of the first link that the batch creates; null without an idempotency key. */
  readonly first: string | null;
  readonly requestId: string;
};
type Result = Answer<typeof contract.createLinks>['results'][number];
type Written = { readonly status: 200 | 201; readonly listed: ListedLink };

/** Writes the links of a batch one after the other, each as the single call would. */
export async function writeBatch(
  {
    appUrl,
    shortOrigin,
    ...ports
  }: LinkPorts & { readonly appUrl: string; readonly shortOrigin: string },
  owner: Owner,
  { links, mode, first, requestId }: Batch,
): Promise<readonly Result[]> {
  const write = (link: unknown, place: number) =>
    mode === 'create'
      ? created(ports, owner, { link, id: first && nthId(first, place) })
      : upserted(ports, owner, link);
  const results: Result[] = [];
  for (const [place, link] of links.entries()) {
    try {
      // In order: a later link may change an earlier one. oxlint-disable-next-line no-await-in-loop
      const { status, listed } = await write(link, place);
      results.push({ status, link: linkJson(listed, shortOrigin), problem: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problem = refusalJson(error, { appUrl, requestId });
      results.push({ status: problem.status, link: null, problem });
    }
  }
  return results;
}

type New = { readonly link: unknown; readonly id: string | null };

async function created(ports: LinkPorts, owner: Owner, { link, id }: New): Promise<Written> {
  const input = parsed(contract.NewLink, link, { isStrict: true });
  return { status: 201, listed: await createLink(ports, owner, { ...inputOf(input), id }) };
}

async function upserted(ports: LinkPorts, owner: Owner, link: unknown): Promise<Written> {
  const input = parsed(contract.ExternalLink, link, { isStrict: true });
  const { listed, isNew } = await upsertLink(ports, owner, inputOf(input));
  return { status: isNew ? 201 : 200, listed };
}
