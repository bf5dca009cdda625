import {
  AppWindow,
  Building2,
  Cpu,
  FileText,
  Flag,
  Folder,
  Globe,
  Hash,
  Link2,
  Megaphone,
  Plus,
  QrCode,
  Radio,
  Route,
  Search,
  Smartphone,
  Split,
  Tag,
  Target,
  Users,
} from 'lucide-react';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { addFilterId } from './filters.ts';
import { type FilterName } from '#contract/report-filters';
import { filterLabels } from '#web/features/address/filter-names.ts';
import type { ReactNode } from 'react';

/** The icon of each filter. */
const filterIcons: Readonly<Record<FilterName, ReactNode>> = {
  link: <Link2 aria-hidden />,
  tag: <Tag aria-hidden />,
  folder: <Folder aria-hidden />,
  country: <Flag aria-hidden />,
  city: <Building2 aria-hidden />,
  device: <Smartphone aria-hidden />,
  browser: <AppWindow aria-hidden />,
  os: <Cpu aria-hidden />,
  referrer: <Globe aria-hidden />,
  channel: <Radio aria-hidden />,
  utm_source: <Hash aria-hidden />,
  utm_medium: <Target aria-hidden />,
  utm_campaign: <Megaphone aria-hidden />,
  utm_term: <Search aria-hidden />,
  utm_content: <FileText aria-hidden />,
  entry: <QrCode aria-hidden />,
  variant: <Split aria-hidden />,
  rule: <Route aria-hidden />,
  class: <Users aria-hidden />,
};

type AddFilterMenuProps = {
  readonly names: readonly FilterName[];
  onChoose(name: FilterName): void;
};

/** The properties that a report can be narrowed by. */
export function AddFilterMenu({ names, onChoose }: AddFilterMenuProps) {
  return (
    <Menu
      side="below-start"
      buttonId={addFilterId}
      buttonClassName="inline-flex h-[30px] items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 text-sm font-medium text-muted transition-colors hover:border-muted hover:text-text touch"
      button={
        <>
          <Plus aria-hidden className="size-4" />
          Add filter
        </>
      }
    >
      {names.map((name) => (
        <MenuAction key={name} icon={filterIcons[name]} onChoose={() => onChoose(name)}>
          {filterLabels[name]}
        </MenuAction>
      ))}
    </Menu>
  );
}
