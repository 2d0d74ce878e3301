-- Which conversations members of a store may see; admins see all of them (src/storage/conversation-access.ts).
alter table shops
  add column conversation_access text not null default 'all',
  add constraint shops_conversation_access check (conversation_access in ('all', 'teams_and_unassigned', 'teams'));
