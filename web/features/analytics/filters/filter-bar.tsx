import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import {
  deletedLinksAtom,
  leaveLinksOutAtom,
} from '#web/features/analytics/report/deleted-links.ts';
import { filtersAtom } from '#web/features/analytics/report/report-state.ts';
import { addFilterId, focusAddFilter, operatorOf, withoutFilter } from './filters.ts';
import { type FilterName, filterNames } from '#contract/analytics/report-filters';
import { filterLabels, operatorWords } from '#web/features/address/filter-names.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { useClosedActions } from '#web/app/state/palette.ts';
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
  X,
} from 'lucide-react';
import { FilterValues, type FilterValuesProps } from './filter-values.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';

const FilterDialog = lazyDialog(
  async () => (await import('./filter-dialog.tsx')).FilterDialog,
  ({ name }) => name !== null,
);

type FilterBarProps = {
  /** The filter that the page itself has set. */
  readonly fixed?: FilterName;
  /** On the right of the filters, on phones in the line that scrolls sideways. */
  readonly children?: ReactNode;
  /** On the right of everything, also on phones, where their buttons have no room for words. */
  readonly actions: ReactNode;
};

/** The filters of the report, one chip for each, and the button that adds a filter. */
export function FilterBar({ fixed, children, actions }: FilterBarProps) {
  const [filters, setFilters] = useAtom(filtersAtom);
  const [asked, setAsked] = useState<FilterName | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const names = filterNames.filter((name) => name !== fixed);
  const set = names.filter((name) => filters[name]);

  const deleted = useAtomValue(deletedLinksAtom);
  const leaveOut = useSetAtom(leaveLinksOutAtom);
  const keepsOthers = deleted.length > 0 && deleted.length < (filters.link?.length ?? 0);

  /**
   * The focus moves to the control that takes the chip's place. For a filter with deleted links,
   * the cross removes only these links.
   */
  const remove = (name: FilterName) => {
    if (name === 'link' && keepsOthers) {
      leaveOut(deleted);
      return;
    }
    const index = set.indexOf(name);
    const neighbour = set[index + 1] ?? set[index - 1];
    if (neighbour) bar.current?.querySelector<HTMLElement>(`[data-remove="${neighbour}"]`)?.focus();
    else focusAddFilter();
    setFilters(withoutFilter(filters, name));
  };
  const removeByKey = (name: FilterName) => (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    remove(name);
  };

  return (
    <div className="flex items-center gap-2 md:flex-wrap">
      <div
        ref={bar}
        className="flex min-w-0 grow items-center gap-2 strip max-md:mr-0! max-md:pr-0! md:contents"
      >
        {set.length > 0 && (
          <ul aria-label="Filters" className="contents">
            {set.map((name) => (
              <FilterChip
                key={name}
                name={name}
                filters={filters}
                {...(name === 'link' && keepsOthers && { removal: 'Remove deleted links' })}
                onOpen={() => setAsked(name)}
                onRemove={() => remove(name)}
                onKeyDown={removeByKey(name)}
              />
            ))}
          </ul>
        )}
        <AddFilterMenu names={names} onChoose={setAsked} />
        {set.length > 1 && (
          <button
            type="button"
            onClick={() => {
              focusAddFilter();
              setFilters(fixed && filters[fixed] ? { [fixed]: filters[fixed] } : {});
            }}
            className="rounded-md px-2 py-1.5 text-sm font-medium text-muted hover:text-text touch"
          >
            Clear all
          </button>
        )}
        {children}
      </div>
      {actions}
      <FilterDialog name={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

type FilterChipProps = Pick<FilterValuesProps, 'filters' | 'name'> & {
  /** The label of its cross, when the cross does not remove the whole filter. */
  readonly removal?: string;
  /** Shows the filter's values to choose from. */
  onOpen(): void;
  onRemove(): void;
  onKeyDown(event: KeyboardEvent): void;
};

const mostShown = 3;

/** One filter and its values. Choosing the chip opens its values; its cross removes the filter. */
function FilterChip(props: FilterChipProps) {
  const { filters, name, onOpen, onRemove, onKeyDown } = props;
  const operator = operatorOf(filters, name);
  const label = filterLabels[name];
  const { removal = `Remove filter: ${label}` } = props;
  return (
    <li className="inline-flex h-[30px] max-w-full min-w-0 shrink-0 items-center rounded-md bg-accent-soft text-sm touch">
      <button
        type="button"
        onClick={onOpen}
        onKeyDown={onKeyDown}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-md pr-1 pl-2.5 hover:text-accent-text"
      >
        <span className="shrink-0 text-muted">
          {label}
          {operator !== 'is' && ` ${operatorWords[operator]}`}
        </span>
        <span className="truncate">
          <FilterValues filters={filters} name={name} most={mostShown} />
        </span>
      </button>
      <button
        type="button"
        data-remove={name}
        aria-label={removal}
        title={removal}
        onClick={onRemove}
        onKeyDown={onKeyDown}
        className="grid size-[30px] shrink-0 place-items-center rounded-md text-muted hover:text-text touch-square"
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  );
}

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

/** The menu of properties by which a report can be filtered. */
function AddFilterMenu({ names, onChoose }: AddFilterMenuProps) {
  useClosedActions(
    names.map((name) => ({
      name: `Add filter: ${filterLabels[name]}`,
      run: () => onChoose(name),
    })),
  );
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
