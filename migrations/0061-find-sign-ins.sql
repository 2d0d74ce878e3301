-- What sign-ins through an issuer look up before the store is known. After 0060, which names its own kinds.
-- oidc_subject: a hash of issuer and subject, a colon and the store's id. invitation_email: a hash of the address, a colon
-- and the store's id.
alter table shop_directory drop constraint shop_directory_kind;
alter table shop_directory add constraint shop_directory_kind check (
  kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store',
    'connection', 'help_handle', 'help_domain', 'oidc_subject', 'invitation_email'));
