import { Globe } from 'lucide-react';
import { countryName, isCountryCode } from '#web/format.ts';
import { paths } from '#web/paths.ts';

type CountryProps = {
  /** ISO 3166-1 alpha-2, or 'Unknown' or 'Other'. */
  readonly code: string;
  /** The text beside the flag; by default the country's name. */
  readonly name?: string;
};

/** A country's flag and name; a globe when there is no country. */
export function Country({ code, name }: CountryProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {isCountryCode(code) ? (
        <img
          src={paths.flag(code)}
          alt=""
          width={20}
          height={14}
          loading="lazy"
          className="h-3.5 w-5 shrink-0 rounded-[2px] object-cover"
        />
      ) : (
        <Globe aria-hidden className="mx-0.5 size-4 shrink-0 text-faint" />
      )}
      <span className="truncate">{name ?? countryName(code)}</span>
    </span>
  );
}
