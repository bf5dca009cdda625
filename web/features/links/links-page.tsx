import { CreateLinkCard } from './create-link-card.tsx';
import { LabelsButton } from '#web/features/labels/labels-button.tsx';
import { MyLinksCard } from './mine/my-links-card.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';

/** The page of all links. */
export function Component() {
  return (
    <>
      <PageHeader text="Create, find and manage your short links.">
        <LabelsButton />
      </PageHeader>
      <CreateLinkCard />
      <MyLinksCard />
    </>
  );
}
