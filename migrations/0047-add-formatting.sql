-- Formatted text: bold, italic, links and lists, as ranges of the plain text that is stored (decision 120).
alter table messages add column formatting json;                                      -- [{kind, from, to}]; null: nothing is formatted
alter table scheduled_replies add column is_formatted boolean not null default false; -- whether its text has marks, which are read when it is sent
