import type { SqlSchema } from '#web/api.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';

type SchemaListProps = {
  readonly views: SqlSchema['views'];
  /** Gets the name of a view or a column. */
  onChoose(name: string): void;
};

/** The views and their columns; choosing one puts its name into the statement. */
export function SchemaList({ views, onChoose }: SchemaListProps) {
  const isPhone = useIsPhone();
  return (
    <div className="max-h-72 overflow-y-auto p-2 lg:max-h-[26rem]">
      <h2 className="sr-only">Views and columns</h2>
      {views.map(({ name, description, columns }, index) => (
        <details key={name} open={index === 0 && !isPhone} className="group">
          <summary
            title={description}
            className="cursor-pointer rounded-sm px-2 py-1.5 font-semibold hover:bg-raised touch"
          >
            {name}
          </summary>
          <ul aria-label={`Columns of ${name}`} className="pb-2">
            {columns.map((column) => (
              <li key={column.name}>
                <button
                  type="button"
                  title={column.description}
                  onClick={() => onChoose(column.name)}
                  className="flex w-full items-baseline justify-between gap-3 rounded-sm px-2 py-1 text-left text-sm text-muted hover:bg-raised hover:text-text touch max-md:items-center"
                >
                  <span className="truncate">{column.name}</span>
                  <span className="shrink-0 text-xs text-faint">{shortType(column.type)}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** `DateTime64(3, 'UTC')` as `DateTime64`. */
function shortType(type: string): string {
  return type.replace(/^(?:LowCardinality|Nullable)\((.*)\)$/, '$1').replace(/\(.*/, '');
}
