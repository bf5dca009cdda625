import { refused } from './refuse.ts';

/** Formats of results. None reads a template or a schema file. */
const formats = [
  ...['JSON', 'JSONCompact', 'JSONStrings', 'JSONCompactStrings', 'JSONColumns'],
  ...['JSONCompactColumns', 'JSONColumnsWithMetadata', 'JSONEachRow', 'JSONStringsEachRow'],
  ...['JSONCompactEachRow', 'JSONCompactStringsEachRow', 'JSONCompactEachRowWithNames'],
  ...['JSONCompactEachRowWithNamesAndTypes', 'JSONCompactStringsEachRowWithNames'],
  ...['JSONCompactStringsEachRowWithNamesAndTypes', 'JSONObjectEachRow', 'JSONLines', 'NDJSON'],
  ...['CSV', 'CSVWithNames', 'CSVWithNamesAndTypes', 'TabSeparated', 'TSV', 'TabSeparatedRaw'],
  ...['TSVRaw', 'TabSeparatedWithNames', 'TSVWithNames', 'TabSeparatedWithNamesAndTypes'],
  ...['TSVWithNamesAndTypes', 'TabSeparatedRawWithNames', 'TSVRawWithNames'],
  ...['TabSeparatedRawWithNamesAndTypes', 'TSVRawWithNamesAndTypes', 'Parquet', 'Arrow'],
  ...['ArrowStream', 'Native', 'RowBinary', 'RowBinaryWithNames', 'RowBinaryWithNamesAndTypes'],
  ...['Pretty', 'PrettyNoEscapes', 'PrettyMonoBlock', 'PrettyCompact', 'PrettyCompactNoEscapes'],
  ...['PrettyCompactMonoBlock', 'PrettySpace', 'PrettySpaceMonoBlock', 'Vertical', 'Markdown'],
  ...['Values', 'XML', 'Null'],
];

const byName = new Map(formats.map((name) => [name.toLowerCase(), name]));

/**
 * The format of this name, in any case.
 * @throws StatementFailure 73
 */
export function formatNamed(name: string): string {
  const format = byName.get(name.toLowerCase());
  if (format === undefined) throw refused('UNKNOWN_FORMAT', 'Unknown format');
  return format;
}
