-- Actions take turns by account, in the order of bulk_actions_unfinished_idx.
DROP INDEX bulk_actions_turn_idx;
