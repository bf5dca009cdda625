import { isId, type NewId } from '#core/shared/ids';
import { accountFull, notFound } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { nameTaken, requireLabelName } from './label-name.ts';

/** UTM parameters under a name; an empty one is not set. Each has at most 200 characters. */
export type UtmTemplate = {
  readonly id: string;
  /** Unique in the account, without case. */
  readonly name: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
};

/** The templates of one account. */
export const mostUtmTemplates = 50;

export type UtmTemplatesPorts = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly templates: {
    /** The account's templates, by name without case. */
    of(userId: string): Promise<readonly UtmTemplate[]>;
    /**
     * Stores the template. `full`: the account already has `mostUtmTemplates`; `taken`: one has this
     * name, in any case. Concurrent calls can neither exceed the limit nor use a name twice.
     */
    add(userId: string, template: UtmTemplate, at: Date): Promise<'added' | 'full' | 'taken'>;
    /** Replaces the account's template with this id; `taken` as for `add`. */
    change(userId: string, template: UtmTemplate): Promise<'changed' | 'taken' | 'missing'>;
    /** Returns false when the account has no such template. */
    remove(userId: string, id: string): Promise<boolean>;
  };
};

/**
 * An account's templates of UTM parameters. `add` and `change` refuse `invalid`, and `conflict` when
 * the name is taken or there are `mostUtmTemplates`; `change` and `remove` refuse `not_found`.
 */
export function utmTemplatesOf({ clock, newId, templates }: UtmTemplatesPorts) {
  return {
    list: (userId: string) => templates.of(userId),

    async add(userId: string, input: Omit<UtmTemplate, 'id'>): Promise<UtmTemplate> {
      const nowMs = clock.now();
      const template = { ...input, id: newId(nowMs), name: requireLabelName(input.name) };
      const added = await templates.add(userId, template, new Date(nowMs));
      if (added === 'full') throw accountFull(mostUtmTemplates, 'templates');
      if (added === 'taken') throw nameTaken('template');
      return template;
    },

    async change(userId: string, id: string, input: Omit<UtmTemplate, 'id'>): Promise<UtmTemplate> {
      const template = { ...input, id, name: requireLabelName(input.name) };
      const changed = isId(id) ? await templates.change(userId, template) : 'missing';
      if (changed === 'missing') throw notFound();
      if (changed === 'taken') throw nameTaken('template');
      return template;
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isId(id) || !(await templates.remove(userId, id))) throw notFound();
    },
  };
}
