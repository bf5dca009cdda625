import type { Link } from '#web/api.ts';
import { AliasField } from '#web/features/links/form/alias-field.tsx';
import { DomainField } from '#web/features/links/form/domain-field.tsx';
import { DestinationField } from '#web/features/links/form/destination-field.tsx';
import { LinkSwitch, SplitTestFields } from '#web/features/links/form/link-options.tsx';
import { ContinueQuestion } from '#web/features/links/form/running-test.tsx';
import { LinkSections } from '#web/features/links/sections/link-sections.tsx';
import type { Unfolded } from '#web/features/links/sections/unfolded.ts';

type EditFieldsProps = {
  readonly link: Link;
  readonly unfolded: Unfolded;
  /** Whether the page shows beside the fields where a visitor goes. */
  readonly hasPreview?: boolean;
};

/** The fields of an existing link: its destinations and address, and the rest in folded sections. */
export function EditFields({ link, unfolded, hasPreview = false }: EditFieldsProps) {
  return (
    <div>
      <Destination link={link} hasFocus={unfolded.first === null} />
      <LinkSections link={link} unfolded={unfolded} hasPreview={hasPreview} />
    </div>
  );
}

type DestinationProps = Pick<EditFieldsProps, 'link'> & {
  /** Whether the address has the focus when the form opens. */
  readonly hasFocus: boolean;
};

function Destination({ link, hasFocus }: DestinationProps) {
  return (
    <div className="grid gap-4 px-4 py-4 md:px-5">
      <DestinationField link={link} autoFocus={hasFocus} />
      <ContinueQuestion link={link} place={0} />
      <SplitTestFields link={link} keepsAddButton />
      <LinkSwitch
        name="splitTestEnabled"
        label="Split test"
        hint="Sends visitors to several destinations, to learn which one converts."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <AliasField link={link} />
        <DomainField current={link.domain} />
      </div>
    </div>
  );
}
