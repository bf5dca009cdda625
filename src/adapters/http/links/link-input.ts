import type * as contract from '#contract/links/links';
import type { Body } from '#contract/route';

type Sent = Body<typeof contract.createLink> | Body<typeof contract.editLink>;

/** Renames the fields with amounts: in the product, names have their units. */
export function inputOf<Fields extends Sent>({ profitPerSale, ...fields }: Fields) {
  return { ...fields, profitPerSaleCents: profitPerSale };
}
