/** The objects of a file with one in each line. */
export function readJsonLines<Row>(text: string): Row[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): Row => JSON.parse(line));
}
