/** What rows mean, and what the numbers leave out. */
export function ListNotes({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text) => (
    <p key={text} className="px-2 pt-2 text-xs text-muted">
      {text}
    </p>
  ));
}
