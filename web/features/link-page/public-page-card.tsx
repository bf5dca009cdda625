import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import type { PublicPage } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { publicPageQuery, sharePageAtom } from './public-page.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';

const ClosePageDialog = lazyDialog(
  async () => (await import('./close-page-dialog.tsx')).ClosePageDialog,
  ({ isOpen }) => isOpen,
);

const PagePasswordDialog = lazyDialog(
  async () => (await import('./page-password-dialog.tsx')).PagePasswordDialog,
  ({ isOpen }) => isOpen,
);

const failure = 'Failed to change the public page';

/** Whether everybody with an address may see this link's numbers. */
export function PublicPageCard({ linkId }: { readonly linkId: string }) {
  const query = useAtomValue(publicPageQuery(linkId));
  return (
    <QueryView
      query={query}
      title="Public Page"
      note="The numbers of this link, for everybody who has the address of the page."
      things="the public page"
      rows={1}
      control={(page) => <OpenSwitch linkId={linkId} isOpen={page.url !== null} />}
    >
      {(page) => page.url !== null && <OpenPage linkId={linkId} page={page} url={page.url} />}
    </QueryView>
  );
}

type OpenSwitchProps = { readonly linkId: string; readonly isOpen: boolean };

/** Closing the page loses its address, so it asks for confirmation first. */
function OpenSwitch({ linkId, isOpen }: OpenSwitchProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [open] = useAction(useSetAtom(sharePageAtom), failure);
  const change = (wanted: boolean) => (wanted ? open({ linkId, input: {} }) : setIsAsking(true));
  return (
    <>
      <Switch label="Open to everybody" isOn={isOpen} onChange={change} />
      <ClosePageDialog linkId={linkId} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

type OpenPageProps = {
  readonly linkId: string;
  readonly page: PublicPage;
  readonly url: string;
};

function OpenPage({ linkId, page, url }: OpenPageProps) {
  const copyText = useSetAtom(copyTextAtom);
  const share = useSetAtom(sharePageAtom);
  const [isAsking, setIsAsking] = useState(false);
  const passwordButton = useRef<HTMLButtonElement>(null);
  const [change, isBusy] = useAction(async (input: { showsMoney?: boolean; password?: null }) => {
    await share({ linkId, input });
    // The button that removed the password is gone.
    if (input.password === null) passwordButton.current?.focus();
  }, failure);
  return (
    <div className="grid gap-3 border-t border-line px-4 py-3">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="min-w-0 truncate rounded-sm font-semibold text-accent-text hover:underline max-md:leading-[2.75rem]"
        >
          {withoutScheme(url)}
        </a>
        <CopyButton onCopy={() => copyText(url)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Switch
          label="Show revenue and profit"
          isOn={page.showsMoney}
          onChange={(showsMoney) => change({ showsMoney })}
        />
        <span className="flex flex-wrap items-center gap-2 text-muted">
          {page.hasPassword ? 'Protected by a password' : 'No password'}
          <Button ref={passwordButton} size="sm" onClick={() => setIsAsking(true)}>
            {page.hasPassword ? 'Change password' : 'Set a password'}
          </Button>
          {page.hasPassword && (
            <Button size="sm" isBusy={isBusy} onClick={() => change({ password: null })}>
              Remove password
            </Button>
          )}
        </span>
      </div>
      <PagePasswordDialog linkId={linkId} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}
