-- Every change of a conversation that moves it in the lists writes an entry into each index that holds the conversation,
-- also where nothing of that index changed (docs/decisions/0116-write-less-per-message.md).

-- Few conversations have an id of the older datastore: the others stay out of its index.
alter table conversations drop constraint conversations_firestore_id;
create unique index conversations_firestore_id on conversations (shop_id, firestore_id) where firestore_id is not null;

-- Each page keeps room for the next version of a row: one that moves to another page is logged whole.
alter table conversations set (fillfactor = 80);
