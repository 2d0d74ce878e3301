-- When the last reading of everything that ended had begun: everything of a shop is read again once a day.
alter table sync_cursors add column full_at timestamptz(3);
