/** A server's settings, by their names in PostgreSQL's documentation. */
export type PostgresSettings = Readonly<Record<string, string | number>>;

/**
 * A small single-host server: loopback only, no replication, no unneeded helper processes. Its log
 * contains faults but never rows or statements, which may contain personal data.
 */
export const smallServer: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 60,
  shared_buffers: '64MB',
  huge_pages: 'off',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '512MB',
  // Waypost restarts the server. A Postgres that restarts itself on a full disk sometimes hangs: its
  // startup process waits for a checkpoint that has failed.
  restart_after_crash: 'off',
  jit: 'off',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** The settings as command-line arguments. */
export function asArguments(settings: PostgresSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
