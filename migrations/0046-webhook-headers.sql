alter table webhook_subscriptions add column headers text; -- encrypted JSON of name and value: sent with each delivery; null: none
