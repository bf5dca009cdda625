import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { Switch } from '#web/ui/fields/switch.tsx';

type FormSwitchProps<Values extends FieldValues> = {
  readonly control: Control<Values>;
  readonly name: FieldPathByValue<Values, boolean>;
  readonly label: string;
  readonly hint?: string;
};

/** A switch bound to a form field. */
export function FormSwitch<Values extends FieldValues>(props: FormSwitchProps<Values>) {
  const { control, name, label, hint } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label={label}
          {...(hint !== undefined && { hint })}
          isOn={field.value}
          onChange={field.onChange}
        />
      )}
    />
  );
}
