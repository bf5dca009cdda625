import { useAtom } from 'jotai';
import { type Theme, themeAtom } from '#web/app/state/theme.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Select } from '#web/ui/fields/select.tsx';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Follow the device' },
] as const;

/** The theme, stored in this browser. */
export function PreferencesCard() {
  const [theme, choose] = useAtom<Theme, [Theme], void>(themeAtom);
  return (
    <Card>
      <CardHeader title="App Preferences" note="Saved in this browser" />
      <div className="flex items-center justify-between gap-4 px-4 pt-1 pb-4">
        <span className="text-muted">Theme</span>
        <Select label="Theme" value={theme} options={themes} onChange={choose} />
      </div>
    </Card>
  );
}
