import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { classNames } from '#web/ui/class-names.ts';
import { NameFields } from './name-fields.tsx';
import {
  AccessFields,
  AppFields,
  ConversionFields,
  PreviewFields,
  RulesFields,
  ScheduleFields,
  type SectionProps,
  UtmSection,
} from './section-fields.tsx';
import { SectionLine, sectionLineClasses } from './section-line.tsx';
import { sectionHeads } from './section-heads.ts';
import type { Stored } from './summaries.ts';
import { type SectionTitle, sectionTitles, type Unfolded } from './unfolded.ts';

const bodies: Readonly<Record<SectionTitle, (props: SectionProps) => ReactNode>> = {
  'Name, tags and folder': NameFields,
  UTM: UtmSection,
  'Schedule and limits': ScheduleFields,
  Access: AccessFields,
  Rules: RulesFields,
  'App links': AppFields,
  Preview: PreviewFields,
  Conversions: ConversionFields,
};

type LinkSectionsProps = SectionProps & {
  readonly unfolded: Pick<Unfolded, 'first' | 'titles' | 'toggle'>;
};

/** The options of a link in folded sections, each with what is set in it. */
export function LinkSections({ unfolded, ...props }: LinkSectionsProps) {
  return (
    <div>
      {sectionTitles.map((title) => {
        const Body = bodies[title];
        return (
          <Row
            key={title}
            title={title}
            isFirst={unfolded.first === title}
            isOpen={unfolded.titles.has(title)}
            stored={props.link}
            onToggle={() => unfolded.toggle(title)}
          >
            <Body {...props} />
          </Row>
        );
      })}
    </div>
  );
}

type RowProps = {
  readonly title: SectionTitle;
  /** Whether its line has the focus when the form opens. */
  readonly isFirst: boolean;
  readonly isOpen: boolean;
  readonly stored: Stored | undefined;
  readonly children: ReactNode;
  onToggle(): void;
};

const nothingStored = { hasPassword: false, previewPicture: null };

function Row({ title, isFirst, isOpen, stored = nothingStored, ...row }: RowProps) {
  const { summary } = sectionHeads[title];
  const { control } = useFormContext<LinkValues>();
  const text = useWatch({ control, compute: (values) => summary(values, stored).join(' · ') });
  const id = useId();
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isFirst) return undefined;
    // After the new page has taken the focus.
    const timer = setTimeout(() => {
      line.current?.focus({ preventScroll: true });
      line.current?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [isFirst]);
  return (
    <div className="border-t border-line">
      <h2>
        <button
          ref={line}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={row.onToggle}
          className={classNames(sectionLineClasses, 'scroll-mt-4 md:px-5')}
        >
          <SectionLine title={title} text={text} isOpen={isOpen} />
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="px-4 pt-1 pb-5 md:px-5">
        {isOpen && (
          <fieldset className="grid gap-4">
            <legend className="sr-only">{title}</legend>
            {row.children}
          </fieldset>
        )}
      </div>
    </div>
  );
}
