import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EditorView } from '@codemirror/view';
import { EditorState } from '@codemirror/state';
import { sqlExtensions, type Vocabulary } from './sql-extensions.ts';

/** The functions of the editor for its parent. */
export type EditorHandle = {
  text(): string;
  /** Replaces the whole text. */
  replace(text: string): void;
  /** Replaces the selection by a text, and focuses the editor. */
  insert(text: string): void;
};

type SqlEditorProps = {
  /** The text at the start; it is read once. */
  readonly initialText: string;
  readonly vocabulary: Vocabulary;
  onReady(handle: EditorHandle | null): void;
  onChange(text: string): void;
  onRun(): void;
};

/** A text area for SQL with colours and completion. Control or Command and Enter run the text. */
export function SqlEditor({ initialText, vocabulary, onReady, onChange, onRun }: SqlEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const [firstText] = useState(initialText);
  const ready = useEffectEvent(onReady);
  const change = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);

  useEffect(() => {
    if (parent.current === null) return undefined;
    const extensions = [
      sqlExtensions(vocabulary, () => run()),
      EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
        if (docChanged) change(doc.toString());
      }),
    ];
    const state = EditorState.create({ doc: firstText, extensions });
    const view = new EditorView({ state, parent: parent.current });
    ready(handleOf(view));
    return () => {
      ready(null);
      view.destroy();
    };
  }, [vocabulary, firstText]);

  return <div ref={parent} className="grid min-h-44 grid-cols-1" />;
}

function handleOf(view: EditorView): EditorHandle {
  return {
    text: () => view.state.doc.toString(),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      view.focus();
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text));
      view.focus();
    },
  };
}
