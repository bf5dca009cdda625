import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const manual = readFileSync(join(import.meta.dir, '../../../docs/install.md'), 'utf8');

/** install.md's example for a proxy: the text of its block in that language. */
export function exampleFor(language: 'nginx' | 'caddyfile'): string {
  const [, example] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(manual) ?? [];
  if (example === undefined) throw new Error(`install.md has no example for ${language}`);
  return example;
}

type Place = {
  /** An empty folder for the proxy. */
  readonly folder: string;
  /** The proxy's port on the loopback, without TLS. */
  readonly port: number;
  /** Waypost's port. */
  readonly upstream: number;
};

/** The commands that run each proxy with install.md's example; only its addresses are replaced. */
export const proxies = {
  nginx: ({ folder, port, upstream }: Place): string[] => {
    const example = exampleFor('nginx')
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
      .replaceAll(/^ *ssl_certificate.*\n/gm, '');
    const file = join(folder, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
    writeFileSync(
      file,
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      http { access_log off;\n${paths}\n${example} }`,
    );
    return ['nginx', '-c', file, '-p', folder];
  },

  caddy: ({ folder, port, upstream }: Place): string[] => {
    const example = exampleFor('caddyfile')
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      .replace('go.example.com {', `http://go.example.com:${port} {\n  bind 127.0.0.1`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n  admin off\n}\n${example}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
};
