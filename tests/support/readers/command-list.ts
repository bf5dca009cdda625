/** How a documented command is tried. */
export type Trial =
  /** `tests/extended/operate/commands.test.ts` runs it as it is written, with other paths. */
  | { readonly runs: true }
  /** Another test runs it; `as` is a part of that test's text. */
  | { readonly by: string; readonly as: string }
  /** It is run by nobody, for this reason. */
  | { readonly notRun: string };

const runs: Trial = { runs: true };
const by = (test: string, as: string): Trial => ({ by: test, as });
const minutes: Trial = { notRun: 'it takes many minutes and is itself a check or a measurement' };
const machine: Trial = {
  notRun: 'it changes the machine; tried by hand under systemd 252, as docs/install.md says',
};
const hostOnly: Trial = { notRun: 'it reads or cleans the log or the clock of the whole machine' };
const unit: Trial = { notRun: 'it needs the service that the installation makes' };
const ofPodman: Trial = { notRun: 'podman’s own command about the container; it changes no data' };
const docker: Trial = { notRun: 'there is no Docker engine on the machines of the tests' };

const container = 'tests/extended/operate/container.test.ts';
const service = 'tests/extended/operate/service.test.ts';
const moving = 'tests/extended/operate/move.test.ts';

/** Every command of README and the manuals in docs/. */
export const trials: Readonly<Record<string, Trial>> = {
  'bun start': by('tests/journeys/stopping.test.ts', "[bun, 'start']"),
  'npx bun@1.4.5 start': { notRun: 'npm would download Bun; `bun start` is the same program' },
  'npx bun@1.4.5 run check': minutes,
  'bun run check': minutes,
  'bun run check:more': minutes,
  'bun run dev': by('tests/extended/operate/commands.test.ts', "'dev'"),
  'bun run seed:demo': by('tests/bench/backup.ts', 'await seedDemo('),
  'URL=${URL:-http://localhost:3000}': by('tests/journeys/readme.test.ts', 'runReadmeSession'),
  'URL=${URL:-http://localhost:3000} MAILS=${MAILS:-data/mail}': by(
    'tests/journeys/readme.test.ts',
    'runConversionsSession',
  ),
  'bun run check:nemeses --rounds 50': minutes,
  'bun run check:nemeses --controls': minutes,
  'bun run soak --minutes 20': minutes,
  'bun run simulate:alerts --seed 1 --links 100': minutes,
  'bun run simulate:split-tests --seed 1 --tests 1000': minutes,
  'bun run bench:redirect': minutes,
  'bun run bench:ingest': minutes,
  'bun run bench:api': minutes,
  'bun run bench:backup': minutes,

  'bun run backup /mnt/backups': runs,
  'bun run backup list /mnt/backups': runs,
  'bun run backup verify /mnt/backups': runs,
  'DATA_DIR=/srv/waypost bun run restore /mnt/backups': runs,
  'bun run backup key': runs,
  'bun run backup PLACE': runs,
  'bun run backup verify PLACE': runs,
  'bun run restore': by('tests/extended/operate/backup.test.ts', 'backupRound'),
  'bun run backup deletions "$DATA_DIR/before-upgrade"': by(
    'tests/extended/operate/upgrade.test.ts',
    "'backup', 'deletions', before",
  ),
  'DATA_DIR=/srv/back bun run restore "$DATA_DIR/before-upgrade"': by(
    'tests/extended/operate/upgrade.test.ts',
    "'restore', before",
  ),
  'bun start --dry-run': runs,
  'bun run move to-servers': by(moving, "'move', 'to-servers'"),
  'bun run move to-own': by(moving, "'move', 'to-own'"),

  'cd /opt/waypost && bun run backup /mnt/backups': runs,
  'cd /opt/waypost && bun run backup list /mnt/backups': runs,
  'cd /opt/waypost && bun run restore /mnt/backups': runs,
  'bun run restore /mnt/backups': by(container, "'bun', 'run', 'restore', '/mnt/backups'"),
  'cd /opt/waypost && bun run admin confirm-clock': runs,
  'cd /opt/waypost && bun run admin new-secret': runs,
  'curl -sS http://127.0.0.1:3000/readyz': runs,
  "curl -sS http://127.0.0.1:3000/metrics | grep -E '^waypost_spool_dropped_total'": runs,
  "curl -sS http://127.0.0.1:3000/metrics | grep -E '^waypost_(spool|dead_letter|drain)'": runs,
  'df -h /var/lib/waypost': runs,
  'df -i /var/lib/waypost': runs,
  'df -h /mnt/backups': runs,
  'du -xh --max-depth=1 /var/lib/waypost': runs,
  'tail -n 20 /var/lib/waypost/postgres.log': runs,
  'date -u': runs,
  'ss -ltnp': runs,
  'cp -a /var/lib/waypost/spool /var/lib/waypost-spool-copy': runs,
  'rm -r /var/lib/waypost/before-upgrade': runs,
  'mv /var/lib/waypost /var/lib/waypost-lost': runs,
  "find /var/lib/waypost-lost/spool -maxdepth 1 -type f \\( -name 'clicks.*' -o -name 'conversions.*' \\) -exec cp -an -t /var/lib/waypost/spool {} +":
    runs,
  'mv data data-lost': { notRun: 'it would move the data of the checkout that runs the tests' },
  timedatectl: hostOnly,

  'cd /opt/waypost && bun run admin state': by(service, "'bun run admin state'"),
  'bun run admin state': by(service, "'bun run admin state'"),
  'podman exec waypost bun run admin state': by(container, "'bun', 'run', 'admin', 'state'"),
  'podman exec -e TMPDIR=/data waypost bun run backup verify /mnt/backups': by(
    container,
    "'--env=TMPDIR=/data'",
  ),
  'podman run --rm --tmpfs /tmp -v waypost:/data -v /mnt/backups:/mnt/backups -e APP_SECRET waypost bun run restore /mnt/backups':
    by(container, "'bun', 'run', 'restore', '/mnt/backups'"),
  'bun run backup': by(service, '`bun run backup ${backups}`'),
  'bun run move': by(moving, "'move', 'to-servers'"),
  'bun run admin': runs,
  'bun run admin help': runs,
  'bun run admin find ada@': runs,
  'bun run admin disable ada@example.com': runs,
  'bun run admin access ada@example.com 2030-12-31': runs,
  'bun run admin mails ada@example.com': runs,
  'bun run admin reset-link ada@example.com': by(
    'tests/extended/operate/admin-command.test.ts',
    "'reset-link'",
  ),
  'bun run admin messages': runs,
  'bun run admin reports': runs,
  'bun run admin new-stripe-account': runs,
  'bun run admin new-secret': runs,
  'CLICKHOUSE_URL=http://127.0.0.1:8123/waypost CLICKHOUSE_CLUSTER=events bun run admin schema':
    runs,

  'cd /opt/waypost && bun install --frozen-lockfile && bun run build': runs,
  'useradd --system waypost': machine,
  'mkdir -p /etc/waypost': runs,
  "printf 'DATA_DIR=/var/lib/waypost\\nNODE_ENV=production\\nAPP_URL=https://go.example.com\\nTRUSTED_PROXIES=127.0.0.1\\n' > /etc/waypost/environment":
    runs,
  'chmod 600 /etc/waypost/environment': runs,
  'ln -s /etc/waypost/environment /opt/waypost/waypost.env': runs,
  'cp /opt/waypost/deploy/systemd/waypost.service /etc/systemd/system/': runs,
  'mkdir -p /mnt/backups /etc/systemd/system/waypost.service.d': runs,
  'chown waypost /mnt/backups': unit,
  "printf '[Service]\\nReadWritePaths=/mnt/backups\\n' > /etc/systemd/system/waypost.service.d/backups.conf":
    runs,
  'systemctl daemon-reload': machine,
  'systemctl enable --now waypost': machine,
  'journalctl -u waypost': machine,
  'journalctl -u waypost -n 50': unit,
  'journalctl -k -n 50': hostOnly,
  'journalctl --vacuum-size=200M': hostOnly,
  'systemctl status waypost': unit,
  'systemctl start waypost': unit,
  'systemctl stop waypost': unit,
  'install -d -o waypost -g waypost -m 700 /var/lib/waypost': unit,
  'install -d -o waypost -g waypost -m 700 /var/lib/waypost/spool': unit,
  'systemd-analyze security': by('tests/deploy/service-unit.test.ts', "'security'"),
  'systemctl kill --kill-whom=main --signal=USR2 waypost': unit,
  'podman kill --signal USR2 waypost': { notRun: 'as the signal of `docker compose kill`' },
  'systemctl kill': unit,
  'kill -USR2 "$(pgrep -o -f src/launch/start.ts)"': by(
    'tests/adapters/log/pino-log.test.ts',
    'SIGUSR2',
  ),

  'git pull': { notRun: 'the tests have no other version to pull; upgrade.test.ts unpacks one' },
  'git -C /opt/waypost pull': { notRun: 'as `git pull`' },
  'systemctl restart waypost': machine,
  'docker compose build': docker,
  'docker compose up -d': by('tests/support/processes/composed.ts', "'up', '--detach'"),
  'podman stop --time 30 waypost': by(container, "run('stop', '--time=30', container)"),
  'podman rm waypost': by(container, "run('rm', "),
  pg_upgrade: { notRun: 'a tool of Postgres for servers of the operator, as docs/operate.md says' },

  'podman build --format docker -t waypost .': by(container, "'build', '--format=docker'"),
  'podman run -d --name waypost --read-only --tmpfs /tmp --cap-drop=all --security-opt=no-new-privileges --ulimit nofile=65536:65536 -p 127.0.0.1:3000:3000 -v waypost:/data -e APP_URL=https://go.example.com -e APP_SECRET -e TRUSTED_PROXIES=10.0.0.0/8,172.16.0.0/12 waypost':
    by(container, "'--read-only', '--tmpfs=/tmp', '--cap-drop=all'"),
  'podman start waypost': by(container, "run('start', container)"),
  'podman run --rm --tmpfs /tmp -v waypost-restored:/data -v /mnt/backups:/mnt/backups -e APP_SECRET waypost bun run restore /mnt/backups':
    by(container, "'bun', 'run', 'restore', '/mnt/backups'"),
  'podman exec waypost bun -e "console.log(await (await fetch(\'http://127.0.0.1:3000/metrics\')).text())"':
    ofPodman,
  'podman run --rm -v /mnt/backups:/mnt/backups waypost bun run backup list /mnt/backups': by(
    container,
    "exec('run', 'backup', 'list', '/mnt/backups')",
  ),
  "podman run --rm -v waypost:/lost -v waypost-restored:/data waypost sh -c \"mkdir -p /data/spool && find /lost/spool -maxdepth 1 -type f \\( -name 'clicks.*' -o -name 'conversions.*' \\) -exec cp -an -t /data/spool {} +\"":
    { notRun: 'the same find under systemd is run; there is no image where it was written' },
  'podman exec waypost df -h /data': ofPodman,
  'podman ps --all': ofPodman,
  'podman logs --tail 50 waypost': ofPodman,
  'podman rename waypost waypost-lost': ofPodman,
  'podman inspect waypost-lost': ofPodman,
  'docker compose ps': docker,
  'docker compose logs --tail 50 waypost': docker,
  'podman stop': by(container, "run('stop', '--time=30', container)"),
  'docker compose kill -s USR2 waypost': docker,
};
