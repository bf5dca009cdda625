import { expect, test } from 'bun:test';
import { environment } from '#roots/config/environment';
import { misspeltSettings } from '#roots/config/misspelt';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABAES_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['APP_SECRETS', 'APP_SECRET'],
  ['APPURL', 'APP_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['BACKUP_TOO', 'BACKUP_TO'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
])('%s is named, and %s with it', (name, meant) => {
  expect(misspeltSettings({ [name]: 'x', PATH: '/bin' })).toEqual([{ name, meant }]);
});

test('no setting is named, and nothing of other programs', () => {
  const others = [
    'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL TERM USER LOGNAME LANG LC_ALL TZ EDITOR MAIL',
    'INVOCATION_ID JOURNAL_STREAM LISTEN_PID LISTEN_FDS MAINPID NOTIFY_SOCKET STATE_DIRECTORY',
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT WAYPOST_PORT WAYPOST_SERVICE_PORT POSTGRES_URL',
    'POSTGRES_PASSWORD PGHOST PGPORT PGUSER CLICKHOUSE_PASSWORD CLICKHOUSE_USER CLICKHOUSE_DB',
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY HTTP_PROXY HTTPS_PROXY NO_PROXY HTTP_PORT',
    'NODE_OPTIONS NODE_PATH BUN_INSTALL npm_config_user_agent CI DEBUG DISPLAY XDG_DATA_DIRS',
    'GOOGLE_APPLICATION_CREDENTIALS GITHUB_TOKEN SSH_AUTH_SOCK DATABASE_HOST DATABASE_NAME REDIS_URL',
  ].flatMap((names) => names.split(' '));
  const names = [...others, ...Object.keys(environment.shape), ...Object.keys(process.env)];

  expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
