import { useSetAtom } from 'jotai';
import { Link as RouterLink } from 'react-router';
import { copyTextAtom } from '#web/features/links/copy-text.ts';
import { paths } from '#web/paths.ts';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';

type ConnectDialogProps = {
  /** The address of the ClickHouse HTTP interface. */
  readonly url: string;
  readonly database: string;
  readonly isOpen: boolean;
  onClose(): void;
};

/** How tools that speak ClickHouse's HTTP protocol connect to the account's views. */
export function ConnectDialog({ url, database, isOpen, onClose }: ConnectDialogProps) {
  const copy = useSetAtom(copyTextAtom);
  const { origin, protocol, hostname, port, pathname } = new URL(url);
  const isSecure = protocol === 'https:';
  const portOrUsual = port || (isSecure ? '443' : '80');
  const jdbc = `jdbc:clickhouse:${protocol}//${hostname}:${portOrUsual}/${database}?compress=false`;
  const codes = [
    {
      title: 'curl',
      code: `curl '${url}' --user 'waypost:API_KEY' --data-binary 'SELECT count() FROM clicks'`,
    },
    {
      title: 'Node.js, @clickhouse/client',
      code: `createClient({
  url: '${origin}',
  pathname: '${pathname}',
  username: 'waypost',
  password: 'API_KEY',
  database: '${database}',
})`,
    },
    {
      title: 'Grafana, ClickHouse data source',
      code: `Server address: ${hostname}
Server port: ${portOrUsual}
Protocol: HTTP
Secure connection: ${isSecure ? 'on' : 'off'}
HTTP URL path: ${pathname}
Username: waypost
Password: API_KEY
Default database: ${database}`,
    },
    {
      title: 'JDBC, DBeaver (ClickHouse driver)',
      code: `URL: ${jdbc}
User: waypost
Password: API_KEY`,
    },
    {
      title: 'Metabase, ClickHouse',
      code: `Host: ${hostname}
Port: ${portOrUsual}
Username: waypost
Password: API_KEY
Databases: ${database}
Use a secure connection (SSL): ${isSecure ? 'on' : 'off'}
Additional JDBC connection string options: compress=false`,
    },
    {
      title: 'dbt, profiles.yml (sources and docs: the views are read-only)',
      code: `type: clickhouse
driver: http
host: ${hostname}
port: ${portOrUsual}
secure: ${isSecure ? 'true' : 'false'}
user: waypost
password: API_KEY
schema: ${database}`,
    },
  ];
  return (
    <Dialog
      title="Connect a tool"
      description="Waypost speaks ClickHouse's HTTP protocol. Any user name works; the password is an API key with the scope sql."
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <DialogBody>
        <p>
          Create the key in{' '}
          <RouterLink to={paths.apiKeys} className="font-semibold text-accent-text hover:underline">
            Settings, API
          </RouterLink>{' '}
          and put it in place of API_KEY.
        </p>
        {codes.map(({ title, code }) => (
          <CodeBlock key={title} title={title} code={code}>
            <CopyButton size="sm" what={title} onCopy={() => copy(code)} />
          </CodeBlock>
        ))}
      </DialogBody>
    </Dialog>
  );
}
