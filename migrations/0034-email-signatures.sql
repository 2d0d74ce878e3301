-- Signatures below mails: a member's own, or a mailbox's for members without one and for the AI agent.
create table email_signatures (
  -- One signature.
  shop_id    text collate "C" not null,
  kind       text collate "C" not null constraint email_signatures_kind check (kind in ('member', 'mailbox')),
  owner_id   text collate "C" not null,   -- the member's id, or the account's
  text       text not null,               -- with {{member}} and {{store}} to be filled in
  updated_at timestamptz(3) not null,
  constraint email_signatures_pk primary key (shop_id, kind, owner_id),
  constraint email_signatures_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
