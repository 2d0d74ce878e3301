-- Browsers that a member has signed in with: who guesses passwords elsewhere does not keep them out.
create table member_devices (
  shop_id    text collate "C" not null,
  token_hash text collate "C" not null,     -- of a cookie that outlives the session
  member_id  text collate "C" not null,
  created_at timestamptz(3) not null,
  seen_at    timestamptz(3) not null,
  constraint member_devices_pk primary key (shop_id, token_hash),
  constraint member_devices_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index member_devices_member on member_devices (shop_id, member_id, seen_at desc);
