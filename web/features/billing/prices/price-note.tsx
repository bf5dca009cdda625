import { Link } from 'react-router';
import { bothPrices, usePrices } from './prices.ts';

type PriceNoteProps = {
  /** The page that sells lifetime access. */
  readonly lifetimePath: string;
  readonly className?: string;
};

/** Both prices, with a link to lifetime access. */
export function PriceNote({ lifetimePath, className }: PriceNoteProps) {
  const prices = usePrices();
  return (
    <p className={className}>
      {bothPrices(prices)}.{' '}
      <Link to={lifetimePath} className="rounded-sm font-semibold text-accent-text hover:underline">
        Buy lifetime access
      </Link>
    </p>
  );
}
