import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Link } from '#web/api.ts';
import { dateLabel, wholeNumber } from '#web/format.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { valuesOf } from '#web/features/links/form/link-form.ts';
import { notesOf } from '#web/features/links/form/notes.ts';
import { linkStates } from '#web/features/links/list/link-states.ts';
import { SectionLine, sectionLineClasses } from '#web/features/links/sections/section-line.tsx';
import { sectionHeads } from '#web/features/links/sections/section-heads.ts';
import { sectionHash, sectionTitles } from '#web/features/links/sections/unfolded.ts';
import { paths } from '#web/paths.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { LinkFrame } from './link-frame.tsx';
import { PublicPageCard } from './public-page-card.tsx';

/** How a link is set, and who may see its numbers. */
export function Component() {
  return (
    <LinkFrame part="linkSettings">
      {(id, link) => (
        <>
          <Card>
            <CardHeader title="Settings" note="Choose a section to edit it." />
            {link ? (
              <>
                <Facts link={link} />
                <Sections link={link} />
                <Texts link={link} />
              </>
            ) : (
              <SkeletonRows count={3} label="Loading the link" />
            )}
          </Card>
          <PublicPageCard linkId={id} />
        </>
      )}
    </LinkFrame>
  );
}

function Facts({ link }: { readonly link: Link }) {
  const { createdAt, splitTestEnabled, splitTestUrls, importedClicks } = link;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-4 py-3 text-sm sm:grid-cols-4">
      <Setting name="Created">{dateLabel(createdAt)}</Setting>
      <Setting name="Status">{linkStates(link, Date.now()).join(', ') || 'Active'}</Setting>
      <Setting name="Split test">
        {splitTestEnabled ? `${splitTestUrls.length} destinations` : 'None'}
      </Setting>
      {importedClicks !== null && importedClicks > 0 && (
        <Setting name="Clicks before the import">{wholeNumber(importedClicks)}</Setting>
      )}
    </dl>
  );
}

type SettingProps = { readonly name: string; readonly children: ReactNode };

function Setting({ name, children }: SettingProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** The sections of the editor, each with what is set in it. They open the editor there. */
function Sections({ link }: { readonly link: Link }) {
  const keepQuery = useKeepQuery();
  const editor = keepQuery(paths.editorOf(link.id));
  const values = valuesOf(link);
  return (
    <ul aria-label="Sections of the settings">
      {sectionTitles.map((title) => {
        return (
          <li key={title} className="border-t border-line">
            <RouterLink to={`${editor}${sectionHash(title)}`} className={sectionLineClasses}>
              <SectionLine
                title={title}
                text={sectionHeads[title].summary(values, link).join(' · ')}
              />
            </RouterLink>
          </li>
        );
      })}
    </ul>
  );
}

/** What the account wrote about the link; nothing where it wrote nothing. */
function Texts({ link }: { readonly link: Link }) {
  const text = notesOf(link);
  if (text === '') return null;
  return (
    <dl className="grid gap-3 border-t border-line px-4 py-3 text-sm">
      <Setting name="Notes">
        <span dir="auto" className="block whitespace-pre-line">
          {text}
        </span>
      </Setting>
    </dl>
  );
}
