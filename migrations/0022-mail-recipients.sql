-- Recipients beside the store and the customer: the people whom a customer names beside the store in To and Cc.

alter table channel_threads
  add column copies text[] not null default '{}';       -- of mail: addresses in copy of members' replies

alter table original_emails
  add column to_addresses text[] not null default '{}', -- as the mail names its recipients: `Name <address>`
  add column cc_addresses text[] not null default '{}';
