-- The help centre: articles with bodies, languages, addresses and states; collections; former addresses; figures.

-- Rows of all stores are changed below.
set local app.shop_id = '*';

alter table shop_directory drop constraint shop_directory_kind;
-- help_handle: the store's name in addresses of its help pages. help_domain: a host name that a TXT record proved to be the
-- store's.
alter table shop_directory add constraint shop_directory_kind check (
  kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store',
    'connection', 'help_handle', 'help_domain'));

alter table articles
  add column locale               text collate "C",  -- a language tag; null: the first of the store's languages
  add column slug                 text collate "C",  -- its name in addresses, one of its language; null: it is on a product
  add column collection_id        text collate "C",
  add column status               text collate "C" not null default 'published'
    constraint articles_status check (status in ('draft', 'published')),
  add column is_private           boolean not null default false, -- only for visitors whom their shop has identified
  add column translation_group_id text collate "C",  -- articles with the same one are translations of each other
  add column body                 text,              -- Markdown; null: the answer is all there is
  add column description          text not null default '', -- for search engines and lists; empty: the body's beginning
  add column review_at            date,              -- the day from which it is to be looked through again
  add column published_at         timestamptz(3),    -- when it was first published; null: never, or before there were help pages
  add column edited_at            timestamptz(3),    -- when its title, body or description changed; null: as updated_at
  add column edited_by            text collate "C",  -- the member who changed them; null: an import or the shop
  add column source               json;              -- where an import read it, with a digest of what it read
create index articles_addresses on articles (shop_id, slug) where slug is not null;
create index articles_groups on articles (shop_id, translation_group_id) where translation_group_id is not null;
create index articles_collections on articles (shop_id, collection_id, id) where collection_id is not null;

create table article_collections (
  -- Articles of one language that belong together.
  shop_id     text collate "C" not null,
  id          text collate "C" not null,
  locale      text collate "C",                    -- as of articles
  name        text not null,
  slug        text collate "C" not null,
  description text not null default '',
  icon        text not null default '',            -- an emoji
  position    integer not null,                    -- on the home page, from 0
  constraint article_collections_pk primary key (shop_id, id),
  constraint article_collections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table former_addresses (
  -- A name in addresses that an article or a collection had: it leads to where that is now.
  shop_id    text collate "C" not null,
  kind       text collate "C" not null constraint former_addresses_kind check (kind in ('article', 'collection')),
  locale     text collate "C" not null,            -- the language that it was in
  slug       text collate "C" not null,
  target_id  text collate "C",                     -- the article or collection; null: it was deleted
  constraint former_addresses_pk primary key (shop_id, kind, locale, slug),
  constraint former_addresses_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index former_addresses_target on former_addresses (shop_id, target_id) where target_id is not null;

create table article_versions (
  -- What an article said before it was changed.
  shop_id    text collate "C" not null,
  article_id text collate "C" not null,
  n          integer not null,                     -- from 1
  content    json not null,                        -- {title, body, description}
  edited_by  text collate "C",                     -- as of articles
  edited_at  timestamptz(3) not null,
  constraint article_versions_pk primary key (shop_id, article_id, n),
  constraint article_versions_article foreign key (shop_id, article_id) references articles (shop_id, id) on delete cascade
);

create table article_pictures (
  -- A picture that an article's body shows, or has shown: it is kept while the article is.
  shop_id    text collate "C" not null,
  article_id text collate "C" not null,
  file_id    text collate "C" not null,
  constraint article_pictures_pk primary key (shop_id, article_id, file_id),
  constraint article_pictures_article foreign key (shop_id, article_id) references articles (shop_id, id) on delete cascade
);
create index article_pictures_file on article_pictures (shop_id, file_id);

alter table uploads
  add column width         integer,                -- in pixels: of pictures that were re-encoded for articles
  add column height        integer,
  add column is_in_article boolean not null default false; -- an article shows it, or has shown it

create table article_figures (
  -- What readers made of one article on one day.
  shop_id     text collate "C" not null,
  article_id  text collate "C" not null,
  day         date not null,
  views       integer not null default 0,
  helpful     integer not null default 0,
  not_helpful integer not null default 0,
  constraint article_figures_pk primary key (shop_id, article_id, day),
  constraint article_figures_article foreign key (shop_id, article_id) references articles (shop_id, id) on delete cascade
);

create table help_searches (
  -- What readers searched for on one day, without who they were.
  shop_id text collate "C" not null,
  day     date not null,
  locale  text collate "C" not null,
  term    text collate "C" not null,               -- in lowercase
  times   integer not null,
  hits    integer not null,                        -- articles that the last of them found
  constraint help_searches_pk primary key (shop_id, day, locale, term),
  constraint help_searches_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- Every store has a handle: its name in lowercase letters of a to z, digits and hyphens, with a number where that is taken.
do $$
declare
  store record;
  base  text;
  free  text;
  n     integer;
begin
  for store in select s.shop_id, s.name from shops s order by s.created_at, s.shop_id loop
    base := regexp_replace(normalize(store.name, NFKD), '[' || chr(768) || '-' || chr(879) || ']', '', 'g');
    base := trim(both '-' from left(trim(both '-' from regexp_replace(lower(base), '[^a-z0-9]+', '-', 'g')), 58));
    if base = '' then base := 'store'; end if;
    free := base;
    n := 1;
    while exists (select 1 from shop_directory d where d.kind = 'help_handle' and d.lookup = free) loop
      n := n + 1;
      free := base || '-' || n;
    end loop;
    insert into shop_directory (kind, lookup, shop_id) values ('help_handle', free, store.shop_id);
    update shops set settings = settings || jsonb_build_object('helpCentre', jsonb_build_object('handle', free))
      where shops.shop_id = store.shop_id;
  end loop;
end $$;
-- And every article on the whole store a name in addresses: its title, with a number where that is taken.
do $$
declare
  article record;
  base text;
  free text;
  n    integer;
begin
  for article in select a.shop_id, a.id, a.data->>'question' as title from articles a where a.product_id is null order by a.shop_id, a.id loop
    base := trim(both '-' from left(trim(both '-' from regexp_replace(lower(article.title), '[^[:alnum:]]+', '-', 'g')), 95));
    if base = '' then base := 'article'; end if;
    free := base;
    n := 1;
    while exists (select 1 from articles o where o.shop_id = article.shop_id and o.slug = free) loop
      n := n + 1;
      free := base || '-' || n;
    end loop;
    update articles set slug = free where shop_id = article.shop_id and id = article.id;
  end loop;
end $$;
