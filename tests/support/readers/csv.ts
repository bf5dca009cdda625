/** Reads CSV strictly by RFC 4180, character by character, as an independent check. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text.charAt(at) === '"' ? readQuoted(text, at) : readPlain(text, at);
    line.push(cell.value);
    at = cell.end;
    if (text.charAt(at) === ',') {
      at += 1;
      if (at === text.length) line.push('');
      continue;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`No end of line at ${at}`);
    lines.push(line);
    line = [];
    at += 2;
  }
  return lines;
}

type Cell = { readonly value: string; readonly end: number };

function readPlain(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && !',\r\n"'.includes(text.charAt(end))) end += 1;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number): Cell {
  let value = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) !== '"') value += text.charAt(at);
    else if (text.charAt(at + 1) === '"') {
      value += '"';
      at += 1;
    } else return { value, end: at + 1 };
  }
  throw new Error('A quoted cell without an end');
}
