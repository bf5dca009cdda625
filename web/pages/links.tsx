import { useAtomValue } from 'jotai';
import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { CreateLinkCard } from '#web/components/create-link-card.tsx';
import { LinksCard } from '#web/components/links-card.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { linksQuery } from '#web/state/links.ts';

/** Every link there is. The search is kept in the address (`?search=summer`). */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const query = useAtomValue(linksQuery);
  const look = (text: string) => {
    setSearch(text);
    setAddress(text === '' ? {} : { search: text }, { replace: true, preventScrollReset: true });
  };

  return (
    <>
      <PageHeader title="My Links" text="Create, find and manage your short links." />
      <CreateLinkCard />
      <LinksCard title="Your Links" query={query} search={search} onSearch={look} />
    </>
  );
}
