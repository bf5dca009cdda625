import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { showWithin } from './browser/show-within.ts';

type TabsProps<T extends string> = {
  /** Names the group of tabs, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly {
    readonly value: T;
    readonly label: string;
    readonly panel: ReactNode;
  }[];
  onChange(value: T): void;
};

/** Tabs: one panel is visible at a time. */
export function Tabs<T extends string>({ label, value, tabs, onChange }: TabsProps<T>) {
  const index = tabs.findIndex((tab) => tab.value === value);
  const choose = (chosen: number) => {
    const tab = tabs[chosen];
    if (tab) onChange(tab.value);
  };

  const list = useRef<HTMLDivElement>(null);
  // On phones the tabs scroll sideways.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && chosen) showWithin(list.current, chosen);
  }, [index]);

  return (
    <TabGroup selectedIndex={Math.max(0, index)} onChange={choose}>
      <TabList
        ref={list}
        aria-label={label}
        className="flex gap-1 border-b border-line px-4 max-md:overflow-x-auto max-md:overflow-y-hidden max-md:pb-px max-md:[scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            className="-mb-px shrink-0 rounded-t-sm -outline-offset-2 border-b-2 border-transparent px-2.5 py-2 font-medium text-muted transition-colors touch-square hover:text-text data-selected:border-accent data-selected:text-text"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map((tab) => (
          <TabPanel key={tab.value} className="rounded-b-lg p-4 -outline-offset-2">
            {tab.panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}
