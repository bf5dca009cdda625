import { MailCheck, MailX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '#web/api.ts';
import { AuthLayout } from '#web/features/sign-in/auth-layout.tsx';
import { FormAlert } from '#web/forms/page-form.tsx';
import { messageOf } from '#web/forms/refusals.ts';
import { useAction } from '#web/forms/use-action.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';

/**
 * The page of the links in mailed reports: it confirms an address, or ends the reports. Opening it
 * does neither, because mail scanners open links too; the button does.
 */
export function Component() {
  const [search] = useSearchParams();
  const stop = search.get('stop');
  return stop === null ? (
    <Question
      title="Email reports"
      text="Somebody wants to send you reports about links by email."
      note="If you do not want them, close this page. No further email comes then."
      button="Get the reports"
      icon={<MailCheck aria-hidden className="size-4" />}
      done="You get the reports from now on. Each has a link that ends them."
      send={() =>
        call('POST /api/mailed-reports/confirm', { body: { token: search.get('confirm') ?? '' } })
      }
    />
  ) : (
    <Question
      title="End these reports"
      text="This address gets no more of these reports."
      note="Other reports, if there are any, come as before."
      button="End the reports"
      icon={<MailX aria-hidden className="size-4" />}
      done="You get no more of these reports."
      send={() => call('POST /api/mailed-reports/stop', { query: { token: stop } })}
    />
  );
}

type QuestionProps = {
  readonly title: string;
  readonly text: string;
  readonly note: string;
  readonly button: string;
  readonly icon: ReactNode;
  readonly done: string;
  send(): Promise<unknown>;
};

function Question({ title, text, note, button, icon, done, send }: QuestionProps) {
  const [failure, setFailure] = useState<string | undefined>();
  const [isDone, setIsDone] = useState(false);
  const [answer, isBusy] = useAction(
    async () => {
      setFailure(undefined);
      await send();
      setIsDone(true);
    },
    (error) => setFailure(messageOf(error, 'That failed. Please try again.')),
  );
  return (
    <AuthLayout
      title={title}
      text={isDone ? done : text}
      footer={
        <Link
          to={paths.home}
          className="inline-flex items-center rounded-sm font-semibold text-accent-text hover:underline touch"
        >
          What is Waypost?
        </Link>
      }
    >
      <div className="mt-6 grid gap-4">
        <FormAlert text={failure} />
        {!isDone && <p className="text-sm text-muted">{note}</p>}
        {isDone ? (
          <p role="status" className="sr-only">
            {done}
          </p>
        ) : (
          <Button look="primary" isBusy={isBusy} className="h-10" onClick={answer}>
            {icon}
            {button}
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}
