import { Checkbox } from '#web/ui/fields/checkbox.tsx';

type SelectBoxProps = {
  readonly label: string;
  /** `mixed`: some of the things that it stands for are selected. */
  readonly state: 'on' | 'off' | 'mixed';
  onChange(isOn: boolean): void;
};

/** A checkbox that selects rows. Its target is 24 px wide, and 44 px on phones. */
export function SelectBox({ label, state, onChange }: SelectBoxProps) {
  return (
    <label className="-m-1 grid size-6 shrink-0 cursor-pointer place-items-center max-md:m-0 max-md:-ml-3.5 touch-square">
      <span className="sr-only">{label}</span>
      <Checkbox
        ref={(box) => {
          if (box) box.indeterminate = state === 'mixed';
        }}
        checked={state === 'on'}
        onChange={(event) => onChange(event.target.checked)}
        className="cursor-pointer"
      />
    </label>
  );
}
