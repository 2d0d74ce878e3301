-- When members of a store are signed out, sooner than sessions end by themselves.
alter table shops
  add column session_idle_minutes integer,  -- without use; null: after 30 days, as all sessions
  add column session_max_hours integer;     -- after signing in; null: after 90 days, as all sessions
