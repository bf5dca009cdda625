import { ComboboxOption } from '@headlessui/react';
import {
  ArrowRight,
  Bookmark,
  BookOpen,
  ClipboardPaste,
  Keyboard,
  Link2,
  ListFilter,
  LogOut,
  type LucideIcon,
  MousePointerClick,
  Plus,
  SunMoon,
} from 'lucide-react';
import type { Command } from './commands.ts';

const icons: Readonly<Record<Command['kind'], LucideIcon>> = {
  go: ArrowRight,
  filter: ListFilter,
  read: BookOpen,
  link: Link2,
  new: Plus,
  view: Bookmark,
  page: MousePointerClick,
  closed: MousePointerClick,
  theme: SunMoon,
  'show keys': Keyboard,
  'log out': LogOut,
  create: Plus,
  'create from clipboard': ClipboardPaste,
};

/** One entry, as an option of the palette's list. */
export function CommandRow({ command }: { readonly command: Command }) {
  const Icon = icons[command.kind];
  return (
    <ComboboxOption
      value={command}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 text-muted touch hover:bg-raised data-focus:bg-accent-soft data-focus:text-text"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="grid min-w-0 grow">
        <span dir="auto" className="truncate text-left font-medium">
          {command.label}
        </span>
        {command.detail && (
          <span dir="auto" className="truncate text-left text-sm text-muted">
            {command.detail}
          </span>
        )}
      </span>
      {(command.kind === 'page' || command.kind === 'closed') && (
        <span className="shrink-0 text-xs text-faint">On this page</span>
      )}
      {command.keys && (
        <kbd className="shrink-0 font-sans text-xs text-faint max-md:hidden">{command.keys}</kbd>
      )}
    </ComboboxOption>
  );
}
