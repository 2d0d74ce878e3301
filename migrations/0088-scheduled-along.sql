-- What is done to the conversation along with a scheduled reply, when it is sent: as along with any reply.
alter table scheduled_replies add column along json not null default '{}';
