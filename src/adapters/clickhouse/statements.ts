/** A comment, a quoted text or name, a semicolon, or other text. */
const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.|'')*'|"[^"]*"|`[^`]*`|;|[^;'"`/-]+|[/-]/g;

/** The statements of a migration file, in order, without comments and closing semicolons. */
export function splitStatements(text: string): readonly string[] {
  const statements = [''];
  for (const [piece] of text.matchAll(token)) {
    if (piece === ';') statements.push('');
    else if (!isComment(piece)) statements.push(`${statements.pop() ?? ''}${piece}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}

function isComment(piece: string): boolean {
  return piece.startsWith('--') || piece.startsWith('/*');
}
