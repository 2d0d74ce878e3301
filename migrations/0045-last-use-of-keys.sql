alter table api_keys add column last_used_at timestamptz(3);  -- at most a minute late; null: not used yet
alter table api_keys add column last_used_from text;          -- the IP address of that request
