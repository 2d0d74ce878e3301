-- What was resolved when, for the backlog of reports.
create index conversations_resolved on conversations (shop_id, resolved_at)
  where resolved_at is not null and datastore = 'postgresql' and not is_playground;
