import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Segments } from '#web/ui/segments.tsx';

const parts = [
  { value: 'edit', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

type Part = (typeof parts)[number]['value'];

/** Which part of a link's form is shown where the fields and the preview have no room side by side. */
export function useFormParts() {
  const [part, setPart] = useState<Part>('edit');
  return {
    isPreview: part === 'preview',
    /** Shows the fields again, before the form gives a wrong one the focus. */
    showFields: () => flushSync(() => setPart('edit')),
    choice: <Segments<Part> label="Shown part" value={part} options={parts} onChange={setPart} />,
  };
}
