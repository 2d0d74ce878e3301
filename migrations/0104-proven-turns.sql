-- Who wrote what the AI agent is to answer: orders are told to the customer alone, and a conversation may be written into by
-- others too (an integration, a browser whose contact was merged).

alter table ai_turns add column is_proven boolean not null default false; -- all that waits is by a visitor whose identity was verified
