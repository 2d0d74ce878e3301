-- How many shoppers saw and followed each campaign, by day. Who they were is kept nowhere.

create table campaign_counts (
  shop_id      text collate "C" not null,
  campaign_key text collate "C" not null,
  day          timestamptz(3) not null,          -- when it begins, in UTC
  shown        integer not null default 0,
  clicked      integer not null default 0,
  constraint campaign_counts_pk primary key (shop_id, campaign_key, day),
  constraint campaign_counts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index campaign_counts_age on campaign_counts (shop_id, day);
