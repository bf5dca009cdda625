import { Download } from 'lucide-react';
import type { PublicReport } from '#web/api.ts';
import { exportedParts } from '#web/features/analytics/export/export-report.ts';
import { useCurrency, useMeasure } from '#web/features/analytics/report/read-only.ts';
import { useAction } from '#web/forms/use-action.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { savePublic } from './public-lists.ts';
import type { AskedPage } from './public-report.ts';

type SaveMenuProps = { readonly page: AskedPage; readonly shown: PublicReport };

/** Saves what the page shows as CSV: the numbers over time, or one of its lists. */
export function SaveMenu({ page, shown }: SaveMenuProps) {
  const { report, listsLinks } = shown;
  const currency = useCurrency(report);
  const measure = useMeasure();
  const [save] = useAction(savePublic, 'Failed to download the file');
  const parts = exportedParts.filter(
    ({ value }) => value !== 'variants' && (value !== 'links' || listsLinks),
  );
  return (
    <Menu
      label="Download as CSV"
      buttonClassName={buttonClasses('secondary', 'sm')}
      button={
        <>
          <Download aria-hidden className="size-4 text-muted" />
          CSV
        </>
      }
    >
      {parts.map(({ value, label }) => (
        <MenuAction
          key={value}
          icon={<Download />}
          onChoose={() => save({ page, what: value, currency, measure })}
        >
          {label}
        </MenuAction>
      ))}
    </Menu>
  );
}
