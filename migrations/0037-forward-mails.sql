-- A forwarded mail: {messageId of what is forwarded, text above it}. The row's message is the internal note that tells of it.
-- Null: the row's message itself is sent.
alter table channel_outbound add column forward json;
