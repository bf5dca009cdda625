import { useSetAtom } from 'jotai';
import { Copy, Link2, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { showToastAtom, showErrorToastAtom } from '#web/app/state/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { BarList } from '#web/ui/bar-list.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { Pager } from '#web/ui/answers/pager.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

const themes = ['dark', 'light'] as const;
const clicks = [520, 790, 670, 580, 200, 430, 585];
const bars = [
  { key: 'direct', label: 'Direct', count: 1904, percentage: 62.1 },
  { key: 'instagram', label: 'instagram.com', count: 1161, percentage: 37.9 },
  { key: 'one', label: 'news.ycombinator.com', count: 1, percentage: 0 },
];

/** Every part of the design system in every state, in both themes. */
export function Component() {
  usePageTitle('Design');
  return (
    <main className="grid xl:grid-cols-2">
      {themes.map((theme) => (
        <div
          key={theme}
          data-theme={theme}
          className="grid content-start gap-4 bg-bg p-6 text-text"
        >
          <h1 className="text-2xl font-[650]">Design, {theme}</h1>
          <Buttons />
          <Inputs />
          <Floating />
          <Words />
          <Numbers />
          <Absences />
        </div>
      ))}
    </main>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <CardHeader title={title} />
      <div className="flex flex-wrap items-start gap-3 px-4 pb-4">{children}</div>
    </Card>
  );
}

function Buttons() {
  return (
    <Part title="Buttons">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
        <div key={look} className="flex flex-wrap gap-2">
          <Button look={look}>{look}</Button>
          <Button look={look} isBusy>
            Busy...
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} size="sm">
            Small
          </Button>
        </div>
      ))}
      <IconButton label="Edit">
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Framed" isFramed>
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <CopyButton onCopy={() => Promise.resolve(true)} />
    </Part>
  );
}

function Inputs() {
  const [isOn, setIsOn] = useState(true);
  const [range, setRange] = useState<'7d' | '30d'>('7d');
  return (
    <Part title="Inputs">
      <Field label="Plain" placeholder="Placeholder" />
      <Field label="With a hint" isOptional hint="What it is for." />
      <Field label="Wrong" defaultValue="nonsense" error="Please enter a valid URL" />
      <Field label="With a prefix" prefix="wp.st/" placeholder="summer" />
      <Field label="Disabled" disabled defaultValue="As it is" />
      <PasswordField label="Password" defaultValue="secret" />
      <Select<'7d' | '30d'>
        label="Range"
        value={range}
        onChange={setRange}
        options={[
          { value: '7d', label: 'Last 7 days' },
          { value: '30d', label: 'Last 30 days' },
        ]}
      />
      <Switch label="On or off" isOn={isOn} onChange={setIsOn} />
      <Switch label="Off" hint="With a hint" isOn={false} onChange={() => {}} />
      <Switch label="Disabled" isOn isDisabled onChange={() => {}} />
    </Part>
  );
}

function Floating() {
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const showToast = useSetAtom(showToastAtom);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Part title="Dialogs, menus, toasts">
      <Button onClick={() => setIsOpen(true)}>Open dialog</Button>
      <Dialog
        title="A dialog"
        description="And what it is about."
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <DialogBody>
          <Field label="Something to type" />
        </DialogBody>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          <Button look="primary">Save</Button>
        </DialogActions>
      </Dialog>
      <Menu
        label="Open menu"
        buttonClassName="h-9 rounded-md border border-line px-3"
        button="Menu"
      >
        <MenuAction icon={<Copy />} onChoose={() => {}}>
          Copy Link
        </MenuAction>
        <MenuAction icon={<Trash2 />} isDanger onChoose={() => {}}>
          Delete
        </MenuAction>
      </Menu>
      <Button onClick={() => showToast('Link updated successfully')}>Toast</Button>
      <Button onClick={() => showErrorToast('Failed to update link')}>Error toast</Button>
    </Part>
  );
}

function Words() {
  return (
    <Part title="Badges and people">
      <Badge>Paused</Badge>
      <Badge tone="violet">A/B</Badge>
      <Badge tone="info">Track</Badge>
      <Badge tone="warn">Expired</Badge>
      <Badge tone="good">Active</Badge>
      <Avatar imageUrl={null} initials="AB" />
      <Avatar imageUrl="/assets/favicon.svg" initials="AB" />
    </Part>
  );
}

function Numbers() {
  return (
    <>
      <Card>
        <CardHeader title="Chart" />
        <LineChart
          caption="Clicks per day"
          timeName="Day"
          times={clicks.map((_, day) => ({ label: `Nov ${15 + day}` }))}
          lines={[{ name: 'Clicks', counts: clicks }]}
          finishedCount={clicks.length - 1}
        />
      </Card>
      <Card>
        <CardHeader title="Bars" note="With a note" />
        <BarList label="Bars" unit="click" bars={bars} />
        <Pager pageIndex={1} pageSize={20} total={5000} onGo={() => {}} />
      </Card>
    </>
  );
}

function Absences() {
  return (
    <>
      <Card>
        <CardHeader title="On its way" />
        <SkeletonRows count={4} label="Loading" />
      </Card>
      <Card>
        <EmptyState
          icon={<Link2 />}
          title="Nothing here yet"
          text="And what to do about it."
          action={<Button>Do it</Button>}
        />
      </Card>
    </>
  );
}
