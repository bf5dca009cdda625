-- A trial that ended under a wrong clock, or whose end an operator moved, goes on: such accounts are looked for.
CREATE INDEX users_ended_trial_idx ON users (trial_ends_at)
WHERE subscription_status IN ('past_due', 'canceled', 'expired');
