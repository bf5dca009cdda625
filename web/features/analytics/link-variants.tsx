import { useAtomValue } from 'jotai';
import { linkQuery } from '#web/features/links/links.ts';
import { analyticsQuery } from './analytics.ts';
import { VariantsCard } from './variants-card.tsx';

/** How the destinations of a link's split test do; nothing for a link without one. */
export function LinkVariants({ linkId }: { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  return link?.splitTestEnabled ? <Judged linkId={linkId} /> : null;
}

/** Over the longest range that is judged. */
function Judged({ linkId }: { readonly linkId: string }) {
  const { data } = useAtomValue(analyticsQuery({ timeRange: '90d', linkId }));
  if (!data || data.variants.length === 0) return null;
  return <VariantsCard variants={data.variants} days="the last 90 days" />;
}
