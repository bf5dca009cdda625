import { useSetAtom } from 'jotai';
import { ArrowRight, ChevronDown } from 'lucide-react';
import type { SplitLetter } from '#contract/split-tests/split-words';
import {
  resumeSplitTestAtom,
  sendEverybodyAtom,
} from '#web/features/split-tests/changes/changes.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { leaderOf } from '#web/features/split-tests/words.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';

/**
 * Sends everybody to one destination: the one that leads, else one of a menu. The button is lime only
 * when there is a winner.
 */
export function SendEverybody({ test }: { readonly test: SplitTest }) {
  const { send, isBusy } = useSendEverybody(test);
  const leader = leaderOf(test);
  if (leader !== null) {
    return (
      <Button
        size="sm"
        look={leader.state === 'wins' ? 'primary' : 'secondary'}
        isBusy={isBusy}
        title="Ends the test. It can be undone."
        onClick={() => send(leader.letter)}
      >
        Send everybody to {leader.letter}
      </Button>
    );
  }
  return (
    <Menu
      buttonClassName={buttonClasses('secondary', 'sm')}
      button={
        <>
          Send everybody to
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </>
      }
    >
      <SendActions test={test} onSend={send} />
    </Menu>
  );
}

/** Ends a test, and offers the undo in a toast. */
export function useSendEverybody(test: SplitTest) {
  const sendEverybody = useSetAtom(sendEverybodyAtom);
  const resume = useSetAtom(resumeSplitTestAtom);
  const [undo] = useAction(() => resume(test), 'Failed to resume the test');
  const [send, isBusy] = useAction(
    (destination: SplitLetter) => sendEverybody({ test, destination, undo }),
    'Failed to send everybody there',
  );
  return { send, isBusy };
}

type SendActionsProps = { readonly test: SplitTest; onSend(letter: SplitLetter): void };

/** An action of a menu for each destination. */
export function SendActions({ test, onSend }: SendActionsProps) {
  return test.destinations.map(({ letter, name }) => (
    <MenuAction key={letter} icon={<ArrowRight />} onChoose={() => onSend(letter)}>
      {`Send everybody to ${letter}${name === null ? '' : `, ${name}`}`}
    </MenuAction>
  ));
}
