import { api, ask, type ConversionChange, type Conversions, type NewConversion } from '#web/api.ts';
import { perQuestion } from './question.ts';
import { refreshNumbers } from './refresh-numbers.ts';

/** The conversions of a range: what they come to, by which links, and the newest hundred. */
export const conversionsQuery = perQuestion<Conversions>('conversions', (query) =>
  ask(api.conversions.get({ query })),
);

export async function recordConversion(wish: NewConversion): Promise<void> {
  await ask(api.conversions.post(wish));
  void refreshNumbers();
}

export async function editConversion(id: string, change: ConversionChange): Promise<void> {
  await ask(api.conversions({ id }).put(change));
  void refreshNumbers();
}

export async function removeConversion(id: string): Promise<void> {
  await ask(api.conversions({ id }).delete());
  void refreshNumbers();
}
