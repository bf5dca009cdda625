import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import type { ConversionJson } from '#contract/conversions';
import { momentLabel } from '#web/format.ts';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { eventName } from '#web/features/events/conversion-words.ts';

/** The callbacks of a conversion's menu. */
export type ConversionActionsProps = {
  readonly conversion: ConversionJson;
  onEdit(conversion: ConversionJson): void;
  onRemove(conversion: ConversionJson): void;
};

export function ConversionActions({ conversion, onEdit, onRemove }: ConversionActionsProps) {
  const { eventType, convertedAt } = conversion;
  return (
    <Menu
      label={`Actions for ${eventName(eventType)}, ${momentLabel(convertedAt)}`}
      buttonClassName="inline-grid size-8 shrink-0 place-items-center touch-square rounded-md text-muted hover:bg-line hover:text-text"
      button={<Ellipsis aria-hidden className="size-[18px]" />}
    >
      <MenuAction icon={<Pencil aria-hidden />} onChoose={() => onEdit(conversion)}>
        Edit
      </MenuAction>
      <MenuAction icon={<Trash2 aria-hidden />} isDanger onChoose={() => onRemove(conversion)}>
        Delete
      </MenuAction>
    </Menu>
  );
}
