import { useAtomValue, useSetAtom } from 'jotai';
import { Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { duplicateAtom } from './form/wanted.ts';
import type { LinkValues } from './form/link-form.ts';
import { isMissing, linkQuery } from './links.ts';

/** Why a form cannot be saved whose link was deleted while it was open; undefined when it was not. */
export function useDeleted(id: string): string | undefined {
  const { error } = useAtomValue(linkQuery(id));
  return isMissing(error) ? 'This link was deleted.' : undefined;
}

type DeletedNoticeProps = {
  /** The link as it was when the form was opened. */
  readonly link: Link;
  /** Leaves the form for the one that creates links. */
  onDuplicate(): void;
};

/**
 * Says that the form's link was deleted, and offers to copy the typed values to the form for a new
 * link.
 */
export function DeletedNotice({ link, onDuplicate }: DeletedNoticeProps) {
  const { getValues } = useFormContext<LinkValues>();
  const fillForm = useSetAtom(duplicateAtom);
  const duplicate = () => {
    fillForm({ link, values: getValues() });
    onDuplicate();
  };
  return (
    <Warning
      role="alert"
      icon={<Trash2 aria-hidden className="size-4 shrink-0" />}
      text="This link was deleted. You can create a new link with these values."
    >
      <Button size="sm" onClick={duplicate}>
        Duplicate
      </Button>
    </Warning>
  );
}
