import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  ifNotIn,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  keywordCompletionSource,
  schemaCompletionSource,
  sql,
  SQLDialect,
} from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The names that completion offers. */
export type Vocabulary = {
  /** Columns by view. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  readonly functions: readonly string[];
};

const keywords = `select from where group by order limit offset as and or not in is null like ilike
between case when then else end join left right inner full cross on using union all distinct having with
fill asc desc interval day week month quarter year hour minute second true false prewhere array final
global any semi anti asof over partition rows range preceding following current row exists cast totals
rollup cube grouping sets nulls first last settings format explain describe show`;

const types = `Int8 Int16 Int32 Int64 UInt8 UInt16 UInt32 UInt64 Float32 Float64 String Date DateTime
DateTime64 UUID Bool Decimal Array Tuple Nullable Enum8 Enum16 LowCardinality`;

/** Parts of a statement in which no name can begin. */
const nameless = ['Number', 'String', 'LineComment', 'BlockComment'];

/**
 * The extensions of the editor. Tab leaves the editor, so that the keyboard focus is never trapped.
 */
export function sqlExtensions({ views, functions }: Vocabulary, onRun: () => void): Extension {
  // The grammar compares words in lower case; completion offers the functions as they are written.
  const written = new Map(functions.map((name) => [name.toLowerCase(), name]));
  const dialect = SQLDialect.define({
    keywords,
    types,
    builtin: [...written.keys()].join(' '),
    backslashEscapes: true,
    caseInsensitiveIdentifiers: false,
    identifierQuotes: '`"',
    operatorChars: '*+-%<>!=&|~^/?:',
  });
  const run = (view: EditorView): boolean => {
    closeCompletion(view);
    onRun();
    return true;
  };
  const sources = [
    // Columns are written before FROM: until then those of the first view are offered.
    schemaCompletionSource({ dialect, schema: views, defaultTable: Object.keys(views)[0] ?? '' }),
    keywordCompletionSource(dialect, false, (label, type) => {
      return { label: written.get(label) ?? label, type, boost: -1 };
    }),
  ];
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
    // When the editor loses the focus, a list that is still loading must not open over the page.
    EditorView.domEventHandlers({ blur: (_, view) => void closeCompletion(view) }),
    EditorView.cspNonce.of(document.querySelector('script')?.nonce ?? ''),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    // Below the cursor the list would cover the button that runs the statement.
    autocompletion({
      aboveCursor: true,
      override: sources.map((source) => ifNotIn(nameless, source)),
    }),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    sql({ dialect }),
    syntaxHighlighting(colours),
    placeholder('SELECT country, count() AS clicks FROM clicks GROUP BY country'),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'SQL statement' }),
    look,
  ];
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--series-3)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--accent-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.standard(tags.name), color: 'var(--info)' },
  { tag: tags.typeName, color: 'var(--info)' },
  { tag: tags.comment, color: 'var(--faint)' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: '14px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    lineHeight: '22px',
  },
  '.cm-content': { padding: '14px 16px', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--info) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', color: 'var(--muted)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '650', color: 'var(--text)' },
});
