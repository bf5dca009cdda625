import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { CreateLinkCard } from '#web/components/create-link-card.tsx';
import { LinksCard } from '#web/components/links-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { linksQuery } from '#web/state/links.ts';

const addressDelayMs = 250;

/** Every link there is. */
export function Component() {
  return (
    <>
      <PageHeader title="My Links" text="Create, find and manage your short links." />
      <CreateLinkCard />
      <AllLinks />
    </>
  );
}

/** The search is kept in the address (`?search=summer`), which follows when the typing rests. */
function AllLinks() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const query = useAtomValue(linksQuery);
  const isKept = (address.get('search') ?? '') === search;

  useEffect(() => {
    if (isKept) return undefined;
    const keep = () =>
      setAddress(search === '' ? {} : { search }, { replace: true, preventScrollReset: true });
    const timer = setTimeout(keep, addressDelayMs);
    return () => clearTimeout(timer);
  }, [isKept, search, setAddress]);

  return <LinksCard title="Your Links" query={query} search={search} onSearch={setSearch} />;
}
