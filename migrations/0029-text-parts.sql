-- How many of a message's parts are text; its files follow, one part each. So members see which files were sent.
alter table channel_outbound add column text_parts integer not null default 1;
