/** A metric: its help text and its type, in Prometheus's words. */
type Metric = { readonly type: 'gauge' | 'counter' | 'histogram'; readonly help: string };

/**
 * All metrics of `/metrics`. Names follow Prometheus's conventions: base units, `_total` for
 * counters. Counters begin at 0 with each start of the process. docs/operate.md says what to do
 * about each.
 */
export const catalogue = {
  waypost_build_info: gauge('The version of Waypost and of Bun; always 1'),
  waypost_ready: gauge('1 while /readyz says that known links are redirected'),
  waypost_dependency_state: gauge(
    '1 for the current state (up, starting, degraded, down) of each dependency',
  ),

  waypost_redirects_total: counter('Answered requests for short links, by outcome'),
  waypost_redirect_duration_seconds: histogram(
    'Time from the lookup of a known link to its response, including the write to the spool',
  ),
  waypost_links: gauge('Links in memory'),

  waypost_spool_accepted_total: counter('Visits answered and conversions recorded, by event'),
  waypost_spool_found_total: counter(
    'Lines that an earlier run left in the spool, or that a failed write tore, by event',
  ),
  waypost_spool_stored_total: counter('Events that the drain has brought into the event store'),
  waypost_spool_dropped_total: counter('Events that will never be stored, by event and reason'),
  waypost_spool_events: gauge('Events that wait in the spool'),
  waypost_spool_unaccounted_events: gauge(
    'accepted + found - stored - waiting - dropped: 0, unless Waypost has a defect',
  ),
  waypost_spool_bytes: gauge('Bytes of the segments in the spool'),
  waypost_spool_segments: gauge('Segments in the spool'),
  waypost_spool_oldest_event_age_seconds: gauge(
    'Age of the oldest event that is not stored; 0 when none waits',
  ),
  waypost_dead_letter_bytes: gauge('Bytes of dead letters, which are kept for seven days'),
  waypost_dead_letter_files: gauge('Files of dead letters'),

  waypost_drain_lag_seconds: gauge(
    'Age of the oldest event in the last stored segment, when it was stored',
  ),
  waypost_drain_failing: gauge('1 while the event store does not take what the drain sends'),
  waypost_drain_last_stored_timestamp_seconds: gauge('When the drain last stored something'),

  waypost_disk_free_bytes: gauge('Free space of the disk of DATA_DIR'),
  waypost_disk_reserve_bytes: gauge('Space that is preallocated for the spool'),
  waypost_disk_reserve_target_bytes: gauge('SPOOL_RESERVE_MB'),
  waypost_disk_low: gauge('1 while space is low and work that can wait waits'),

  waypost_postgres_pool_wait_seconds: gauge(
    'How long the last query of one row took, the wait for a connection included',
  ),
  waypost_postgres_pool_timeouts_total: counter(
    'Queries of one row that were not answered within two seconds',
  ),
  waypost_queue_length: gauge('Waiting work, by queue'),

  waypost_event_loop_delay_seconds: histogram(
    'How late a timer of 100 ms runs on the redirecting thread',
  ),
  waypost_http_requests_total: counter('Answers of the application, by method, route and status'),
  waypost_http_request_duration_seconds: histogram('Time of the application to answer a request'),
  waypost_http_errors_total: counter('Errors of the API, by their stable code'),

  waypost_job_runs_total: counter('Runs of each background job of this instance'),
  waypost_job_failures_total: counter('Runs of each background job that failed'),
  waypost_job_last_success_timestamp_seconds: gauge('When each background job last succeeded'),
  waypost_job_last_duration_seconds: gauge('Duration of the last run of each background job'),

  waypost_log_lines_dropped_total: counter('Log lines that nobody took, and that were dropped'),
  waypost_backup_last_success_timestamp_seconds: gauge(
    'When the last backup was completed; 0 when BACKUP_TO has none yet, absent when none is known',
  ),

  process_resident_memory_bytes: gauge(
    'Memory of the process in RAM, without the built-in engines',
  ),
  process_heap_bytes: gauge('Memory of the JavaScript heap'),
  process_cpu_seconds_total: counter('CPU time of the process, user and system'),
  process_open_fds: gauge('Open file descriptors; absent where the system does not tell'),
  process_start_time_seconds: gauge('When the process started'),
} as const satisfies Record<string, Metric>;

/** The name of a metric. */
export type MetricName = keyof typeof catalogue;

function gauge(help: string) {
  return { type: 'gauge', help } as const;
}

function counter(help: string) {
  return { type: 'counter', help } as const;
}

function histogram(help: string) {
  return { type: 'histogram', help } as const;
}
