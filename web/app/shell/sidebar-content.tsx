import { Link } from 'react-router';
import type { User } from '#web/api.ts';
import { paths } from '#web/paths.ts';
import { useAlong } from '#web/features/listing/use-along.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Navigation } from './navigation.tsx';
import { UserMenu } from './user-menu.tsx';

/** The places of the app and the person's menu, for the sidebar and the drawer. */
export function SidebarContent({ user }: { readonly user: User }) {
  const along = useAlong();
  return (
    <>
      <Link
        to={along(paths.home)}
        className="mb-5 flex items-center self-start rounded-md px-2.5 max-md:mb-3 max-md:min-h-11"
      >
        <Logo />
      </Link>
      <Navigation />
      <div className="mt-auto pt-4">
        <UserMenu user={user} />
      </div>
    </>
  );
}
