-- Returns of an order's items, beside cancellations, refunds and changes of address.
alter table order_actions drop constraint order_actions_kind;
alter table order_actions add constraint order_actions_kind check (kind in ('cancel', 'refund', 'address', 'return'));
alter table order_approvals drop constraint order_approvals_kind;
alter table order_approvals add constraint order_approvals_kind check (kind in ('cancel', 'refund', 'address', 'return'));
