import { useSetAtom } from 'jotai';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { CodeBlock } from '#web/ui/texts/code-block.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import type { SharedReport } from './shared-reports.ts';

type ReportProps = { readonly report: SharedReport };

/** The address of an existing page, and the code for the websites that may embed it. */
export function AddressAndCode({ report }: ReportProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <>
      <CodeBlock title="Address" code={report.url}>
        <CopyButton size="sm" what="the address" onCopy={() => copyText(report.url)} />
      </CodeBlock>
      <EmbedCode report={report} />
    </>
  );
}

/** The code by which a website shows the page in a frame; nothing when no website may. */
export function EmbedCode({ report }: ReportProps) {
  const copyText = useSetAtom(copyTextAtom);
  if (report.hosts.length === 0) return null;
  const code = embedCode(report);
  return (
    <CodeBlock title={`Code for ${report.hosts.join(', ')}`} code={code}>
      <CopyButton size="sm" what="the code" onCopy={() => copyText(code)} />
    </CodeBlock>
  );
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
};

function embedCode({ url, name }: SharedReport): string {
  const title = name.replaceAll(/[&<"]/g, (character) => escapes[character] ?? '');
  return `<iframe src="${url}" title="${title}" width="100%" height="900" style="border:0" loading="lazy"></iframe>`;
}
