import { useAtomValue, useSetAtom } from 'jotai';
import { PictureButtons } from '#web/features/pictures/picture-buttons.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { changeLogoAtom, hasLogoQuery } from './logo.ts';
import { logos, type QrDesign } from './qr-design.ts';

const sentAs = { edgePx: 512, isSquare: true };

type LogoFieldProps = {
  readonly logo: QrDesign['logo'];
  readonly problem: string | undefined;
  onChange(logo: QrDesign['logo']): void;
};

/** What is in the middle of the code, and the upload of the account's own logo. */
export function LogoField({ logo, problem, onChange }: LogoFieldProps) {
  const hasLogo = useAtomValue(hasLogoQuery).data ?? false;
  const changeLogo = useSetAtom(changeLogoAtom);
  const choose = (wanted: string) =>
    onChange(logos.find(({ value }) => value === wanted)?.value ?? 'none');
  return (
    <div className="col-span-2 grid gap-2">
      <SelectField
        label="Logo"
        options={logos}
        value={logo}
        error={problem}
        hint={
          logo === 'none'
            ? undefined
            : 'Error correction is set to High, because the logo covers part of the code.'
        }
        onChange={(event) => choose(event.target.value)}
      />
      {logo === 'own' && (
        <PictureButtons
          name="logo"
          sentAs={sentAs}
          hasPicture={hasLogo}
          onChange={(uploadUrl) => changeLogo(uploadUrl)}
        />
      )}
    </div>
  );
}
