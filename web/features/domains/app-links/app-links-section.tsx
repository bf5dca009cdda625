import { useSetAtom } from 'jotai';
import { appLinkPaths } from '#contract/app-links';
import type { OwnDomainJson as Domain } from '#contract/domains';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';
import { AppLinksCheck } from './app-links-check.tsx';
import { AppLinksForm } from './app-links-form.tsx';

/** The apps that open a connected domain's links, the files that name them, and their check. */
export function AppLinksSection({ domain }: { readonly domain: Domain }) {
  const { ios, android } = domain.appLinks;
  const name = domain.domain;
  return (
    <section
      aria-label={`App links of ${name}`}
      className="grid min-w-0 grid-cols-1 gap-4 border-t border-line pt-4"
    >
      <div className="grid gap-1">
        <h3 className="font-semibold">App links</h3>
        <p className="text-sm text-muted">
          Phones open links on <span className="wrap-anywhere">{name}</span> in your app, if the app
          and the domain name each other. Here the domain names the app. An app that opens a link
          itself sends no visit to Waypost, so it has to report the click.
        </p>
      </div>
      <AppLinksForm domain={domain} />
      <div className="grid min-w-0 gap-1.5">
        <p className="text-sm font-medium text-muted">What phones are told</p>
        <ul className="grid gap-1.5">
          <FileLine what="file for Apple" url={`https://${name}${appLinkPaths.ios}`}>
            {ios.length === 0 && 'Nothing is there without an iOS app.'}
          </FileLine>
          <FileLine what="file for Google" url={`https://${name}${appLinkPaths.android}`}>
            {android.length === 0 && 'Nothing is there without an Android app.'}
          </FileLine>
        </ul>
      </div>
      {/* Other apps make the last result worthless. */}
      <AppLinksCheck key={JSON.stringify(domain.appLinks)} domain={domain} />
    </section>
  );
}

type FileLineProps = {
  readonly what: string;
  readonly url: string;
  /** Why there is no file; false: there is one. */
  readonly children: string | false;
};

function FileLine({ what, url, children }: FileLineProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <li className="flex min-w-0 items-center justify-between gap-2 rounded-md border border-line-strong bg-field px-3 py-1.5 text-sm">
      <span className="grid min-w-0">
        <span className="font-mono wrap-anywhere">{url}</span>
        {children && <span className="text-muted">{children}</span>}
      </span>
      <CopyIcon label={`Copy the address of the ${what}`} onCopy={() => copyText(url)} />
    </li>
  );
}
