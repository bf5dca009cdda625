import { CreateLinkCard } from './create-link-card.tsx';
import { LinksCard } from './links-card.tsx';
import { PageHeader } from '#web/app/shell/page-header.tsx';

const pageSize = 20;

/** The page of all links. */
export function Component() {
  return (
    <>
      <PageHeader title="My Links" text="Create, find and manage your short links." />
      <CreateLinkCard />
      <LinksCard title="Your Links" pageSize={pageSize} />
    </>
  );
}
