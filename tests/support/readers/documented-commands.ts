import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../../..');
const documents = [
  'README.md',
  ...[
    'links',
    'analytics-query',
    'split-tests',
    'limits',
    'configuration',
    'install',
    'backup',
    'operate',
    'scale',
    'sizing',
    'evidence',
    'three-in-the-morning',
    'conversions',
    'alerts',
    'email-reports',
    'shared-reports',
  ].map((name) => `docs/${name}.md`),
];
/** What begins a command inside a sentence. */
const inSentence =
  /^(?:[A-Z_]+=\S+ )*(?:bun|npx|podman|docker|docker-compose|systemctl|systemd-analyze|journalctl|pg_upgrade|kill|useradd) /;

/** A command as the reader types it, on one line, without a comment behind it. */
export type Documented = { readonly document: string; readonly command: string };

/** Every command that the documents show, in blocks and in sentences, each once per document. */
export function documentedCommands(): Documented[] {
  return documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const commands = [...inBlocks(text), ...inSentences(text)];
    return [...new Set(commands)].map((command) => ({ document, command }));
  });
}

/** A block of `sh` that sets variables is a script, named by its first line. */
function inBlocks(text: string): string[] {
  return [...text.matchAll(/^ *```(sh|text)\n(.*?)^ *```/gms)].flatMap(
    ([, language, block = '']) => {
      if (block.startsWith('URL=')) return [block.split('\n', 1).join('')];
      const lines = block
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .map((line) => line.replace(/\s+#.*$/, '').trim())
        .filter((line) => line !== '' && !line.startsWith('#'));
      return language === 'sh' ? lines : lines.filter((line) => inSentence.test(line));
    },
  );
}

function inSentences(text: string): string[] {
  const prose = text.replaceAll(/^ *```.*?^ *```/gms, '');
  return [...prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => inSentence.test(`${code} `) && !/^kill -9$|^(?:docker|podman)$/.test(code));
}
