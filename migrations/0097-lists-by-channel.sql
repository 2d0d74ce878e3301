-- Lists of one channel: those of online_store are most of a store's in nearly every store, and are found by the list's own
-- index; the others are found here, however rare they are. So messages of the widget pay nothing for it.
create index conversations_channel on conversations (shop_id, channel, active_key desc, id desc)
  where channel <> 'online_store' and datastore = 'postgresql' and not is_playground;
