// Made by `npm run generate -w parley-client`; not changed by hand.

export interface paths {
    "/chat/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description The store’s conversations, newest activity first. All filters given must hold; of several tags any one is enough. Excludes legacy conversations.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one conversation
         * @description By any of its IDs, from either datastore.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign or unassign
         * @description Emits conversation.assigned if the assignee changes.
         */
        post: operations["assign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom attributes
         * @description Names and values on the conversation, oldest first.
         */
        get: operations["listAttributes"];
        put?: never;
        /**
         * Set a custom attribute by its name
         * @description 201 if created, 200 if an existing attribute was updated.
         */
        post: operations["setAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/attributes/{attributeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a custom attribute’s name, value or both
         * @description At least one of name and value. A name that another attribute of the conversation has is refused.
         */
        put: operations["editAttribute"];
        post?: never;
        /**
         * Delete a custom attribute
         * @description Permanently deletes it. 404 if it does not exist.
         */
        delete: operations["removeAttribute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/browsed-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pages viewed in the conversation’s session
         * @description The 50 newest pages of the last 24 hours, newest first; empty for older conversations.
         */
        get: operations["listBrowsedPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Oldest first unless order is desc. Deleted messages are left out, internal notes are not.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message
         * @description A member’s reply, an internal note, or the customer’s own words. Each call sends another message, unless it repeats one with its Idempotency-Key. A reply ends the AI agent’s hold on the conversation and is delivered on its channel; a note (isNote) never reaches the customer; asCustomer relays the text as the customer, and then memberId and isNote are ignored.
         */
        post: operations["postMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one message
         * @description By UUID or number. Deleted messages are returned with isDeleted: true.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a checklist note
         * @description Each call adds another, unless it repeats one with its Idempotency-Key.
         */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a checklist note
         * @description Sets isUpdated.
         */
        put: operations["editNote"];
        post?: never;
        /**
         * Delete a checklist note
         * @description Permanently deletes it. 404 if it does not exist.
         */
        delete: operations["removeNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark as read by the team
         * @description A customer’s next message makes it unread again.
         */
        post: operations["markRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/related": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List other conversations of the same customer
         * @description Most recent activity first. Excludes legacy conversations.
         */
        get: operations["listRelatedConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve or reopen
         * @description Setting the current status is a no-op.
         */
        post: operations["setState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the AI’s summary
         * @description 404 until the AI has made one, normally when the conversation is resolved.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append tags
         * @description Appends, merges repeats and answers the resulting list. Tags over 100 characters are dropped; 400 when none is left.
         */
        post: operations["addTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a tag
         * @description Does nothing if the conversation does not have the tag. Returns the resulting list.
         */
        delete: operations["removeTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/conversations/{id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show or hide a member’s typing indicator
         * @description It does not expire: send active false when typing stops.
         */
        post: operations["setTyping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/customers/{customerUuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer’s profile
         * @description The contact that a conversation’s customerUuid names. Most fields may be null.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/customers/{customerUuid}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer’s conversations
         * @description Most recent activity first. Excludes legacy conversations.
         */
        get: operations["listCustomerConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team
         * @description Include inactive members.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one member
         * @description By the id that conversations and messages have as memberId.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the store’s tag catalog
         * @description Every tag ever added to a conversation or created in settings, in alphabetical order.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook subscriptions, with their secrets
         * @description Includes inactive ones. Each with its last attempt, if there was one.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a webhook subscription
         * @description Subscribing a known url again keeps its id and secret, replaces its events and activates it. At most ten a store.
         */
        post: operations["subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change events, pause or resume
         * @description Resuming (isActive true on an inactive one) needs the Pro or Plus plan.
         */
        put: operations["changeSubscription"];
        post?: never;
        /**
         * Delete a webhook subscription, with its queue
         * @description Permanently deletes it: nothing more is sent. An unknown id is 400.
         */
        delete: operations["unsubscribe"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/webhooks/{id}/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a day’s events of a subscription
         * @description How many events the feed has of a day in UTC, and a digest of their ids: SHA-256 in hex of the sorted eventIds, joined by line feeds. A receiver that computes the same has missed nothing. A day that the feed does not cover has count 0.
         */
        get: operations["digestSubscriptionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/webhooks/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a subscription’s events of the last 7 days
         * @description Oldest first, each exactly as the body of its delivery, whether it was delivered or not, also from while the subscription was inactive. A page may have fewer events than its limit and still a next one: go on until nextCursor is null. To go on later, ask with since a minute before the last event’s occurredAt, and drop the eventIds that you know.
         */
        get: operations["listSubscriptionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a backup of all stores
         * @description One file with all records and uploads, taken while the service runs; for `npm run parley restore`.
         */
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stores
         * @description Newest first; 20 per page, up to 100.
         */
        get: operations["listStores"];
        put?: never;
        /**
         * Create a store
         * @description Creates its owner as well, if one is named: an admin. A missing password is generated.
         */
        post: operations["createStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one store
         * @description With its settings, and when the app was installed and uninstalled.
         */
        get: operations["getStore"];
        put?: never;
        post?: never;
        /**
         * Delete an uninstalled store and all its data
         * @description It cannot be undone. A store that is installed is refused; a call that was cut off can be repeated.
         */
        delete: operations["deleteStore"];
        options?: never;
        head?: never;
        /**
         * Change a store’s name, plan or settings
         * @description Settings are merged into what is set. A switch’s minimum plan is checked when it is turned on.
         */
        patch: operations["changeStore"];
        trace?: never;
    };
    "/operator/stores/{shopId}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a store’s accounts at channels
         * @description Oldest first, including removed ones (state disconnected).
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Connect an account at a channel
         * @description A mailbox, or an account at one of the three messengers. One that was connected before keeps its id and gets the new credentials. Credentials are stored encrypted and never answered.
         */
        post: operations["connectChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an account
         * @description Nothing comes in or leaves by it any more, its credentials are deleted, and what still waits has failed. Conversations stay.
         */
        delete: operations["removeChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/channels/{id}/inbound-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the secret for email by HTTP POST
         * @description Mail that is posted to /channels/email/{id} is signed with it. Shown this once; the one before ends.
         */
        post: operations["makeInboundSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a store’s connections to shops
         * @description Oldest first, with how far the shop is known here; ended ones, whose state is disconnected, too.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Connect a shop
         * @description Any shop (`custom`), which sends what changes to /platform/custom/webhooks, or one whose API is read. One that was connected before by the same `shopDomain` keeps its id and gets a new secret.
         */
        post: operations["connectShop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect a shop
         * @description It is not read any more, nothing is believed in its name, its webhooks are removed if it answers, and its credentials are deleted. Records that it brought stay.
         */
        delete: operations["disconnectShop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one delivery
         * @description With its body and each attempt.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description As the same event and delivery, with seven fresh attempts. Its subscription must be active, and its body still kept.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/events/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow a store’s events without a subscription
         * @description For a minute after each call the store’s events are kept; no subscription is made. Up to 100 events from `since` on, by `occurredAt`, then `eventId`. An event is there within 5 seconds of its `occurredAt`: ask every second with a `since` 10 seconds before the last event, and drop those that you have.
         */
        post: operations["listenToEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one store
         * @description One file with all records and files of the store, taken while the service runs; for `POST /operator/stores/import`. It holds secrets and hashes of passwords and keys, unless it is anonymous.
         */
        get: operations["exportStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/help-domain/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove a store’s help domain
         * @description Looks up the TXT record of the domain in `settings.helpCentre.domain`. Once proven, the domain serves the help pages until the setting changes.
         */
        post: operations["verifyHelpDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/identity-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a store’s identity secrets
         * @description IDs and dates, never the secrets.
         */
        get: operations["listIdentitySecrets"];
        put?: never;
        /**
         * Create an identity secret
         * @description A shop signs its customers’ ids with it. Up to two live side by side, for a change without a gap.
         */
        post: operations["createIdentitySecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/identity-secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an identity secret
         * @description Signatures made with it are no longer accepted. Visitors who are already identified stay identified until they log out.
         */
        delete: operations["deleteIdentitySecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import records, one JSON object per line
         * @description Lines `{"kind": …, "data": {…}}` of up to 8 MiB, in a body of any size that may be packed. Each line stands or falls alone; one whose id exists replaces that record. No events are made.
         */
        post: operations["importRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark the app as reinstalled
         * @description Clears the uninstall date.
         */
        post: operations["installStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a store’s API keys
         * @description Active keys: IDs, names and last uses, at most a minute late; never the keys.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Needs the Pro or Plus plan; a store has up to five. Nothing ever shows the key again.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Takes effect immediately in the process that answers, and a moment later in others.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/members/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a member in again
         * @description Turns off a member’s second factor, makes a link to a new password that works once and for an hour, or makes a member an admin. Ends the member’s sessions; the audit log records it, and the store’s admins are mailed where mail is set up.
         */
        post: operations["recoverMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/migrate-legacy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Migrate conversations from the legacy datastore
         * @description Returns when all conversations are migrated. Safe to interrupt and repeat.
         */
        post: operations["migrateLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/privacy/data-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a customer’s request for their data
         * @description Recorded for support to answer. Generates no file.
         */
        post: operations["requestCustomerData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/privacy/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redact a customer
         * @description Marks the contact and their conversations as redacted, empties the personal fields and deletes the named orders. The text of messages stays.
         */
        post: operations["redactCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate sample data
         * @description The same seed generates the same data and replaces the previous sample data.
         */
        post: operations["makeSampleData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/source-files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a file of another help desk
         * @description The file’s bytes as the body; a message that is imported later names it by its id there. One that is here already is not read.
         */
        post: operations["importSourceFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/source-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which records of another help desk were imported
         * @description Of up to 200 ids; those that were not imported are left out.
         */
        get: operations["listSourceRecords"];
        put?: never;
        /**
         * Import records of another help desk
         * @description Lines `{"kind": "member" | "contact" | "conversation" | "faq", "sourceId", "version"?, "data"}` of up to 8 MiB; ids in the data are the help desk’s. A record that was imported before stays as it is here, and a conversation gets the messages that are new. No events are made.
         */
        post: operations["importSourceRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/uninstall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark the app as uninstalled
         * @description API keys stay valid, and webhooks are still delivered: delete both beforehand if they are to end.
         */
        post: operations["uninstallStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a store’s webhook subscriptions
         * @description Without their secrets, which the store reads at /chat/webhooks.
         */
        get: operations["listStoreWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a subscription’s deliveries
         * @description Newest first; 50 per page, up to 100.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/webhooks/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an endpoint’s delivery statistics
         * @description Attempts of the last 24 hours, and pending deliveries.
         */
        get: operations["getWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all failed deliveries again
         * @description Those that have failed since a moment, those that the endpoint rejected with a 4xx too; each as the same event and delivery, with seven fresh attempts. The subscription must be active.
         */
        post: operations["redeliverFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/{shopId}/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of a subscribed type to this subscription only, which must be active.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stores/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an exported store
         * @description The body is a file of `GET /operator/stores/{shopId}/export`. The store keeps its ids; where its shopId is taken it is refused, unless `name` makes a copy of it with a new shopId and App ID, without API keys. A file that is cut, changed or newer is refused and leaves nothing. Channels and shops arrive disconnected.
         */
        post: operations["importStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subscription that this secret belongs to
         * @description Found by the secret in the request.
         */
        get: operations["getLegacySubscription"];
        /**
         * Change the subscription that this secret belongs to
         * @description Its events, or whether it is active. Resuming needs the Pro or Plus plan.
         */
        put: operations["changeLegacySubscription"];
        /**
         * Create a webhook subscription
         * @description Needs the Pro or Plus plan. Otherwise as POST /chat/webhooks, which new integrations use.
         */
        post: operations["subscribeLegacy"];
        /**
         * Delete the subscription that this secret belongs to
         * @description Permanently, with its queued deliveries.
         */
        delete: operations["unsubscribeLegacy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subscription that this secret belongs to
         * @description Found by the secret in the request, named by its own id.
         */
        get: operations["getLegacySubscriptionById"];
        /**
         * Change the subscription that this secret belongs to
         * @description Its events, or whether it is active, named by its own id. Resuming needs the Pro or Plus plan.
         */
        put: operations["changeLegacySubscriptionById"];
        post?: never;
        /**
         * Delete the subscription that this secret belongs to
         * @description Permanently, with its queued deliveries, named by its own id.
         */
        delete: operations["unsubscribeLegacyById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "conversation.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation was assigned
         * @description Sent to each active subscription that names it.
         */
        post: operations["onConversationAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation started
         * @description Sent to each active subscription that names it.
         */
        post: operations["onConversationCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation was deleted
         * @description Sent to each active subscription that names it.
         */
        post: operations["onConversationRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.state_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation was resolved or reopened
         * @description Sent to each active subscription that names it.
         */
        post: operations["onConversationStateChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "conversation.tags_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A conversation’s tags changed
         * @description Sent to each active subscription that names it.
         */
        post: operations["onConversationTagsUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A contact was made
         * @description It has no conversation: conversationId is null. Sent to each active subscription that names it.
         */
        post: operations["onCustomerCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was written
         * @description By the customer, a member or the AI agent, through the API too. Not for internal notes. Sent to each active subscription that names it.
         */
        post: operations["onMessageCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was deleted
         * @description Sent to each active subscription that names it.
         */
        post: operations["onMessageRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was edited
         * @description Sent to each active subscription that names it.
         */
        post: operations["onMessageUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** AssignedData */
        AssignedData: {
            /** @description Null: to nobody. */
            memberId: string | null;
            previousMemberId: string | null;
        };
        /**
         * Attribute
         * @example {
         *       "id": "019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13",
         *       "name": "orderNumber",
         *       "value": "1042",
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "updatedAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Attribute: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description Up to 255 characters; unique in its conversation. */
            name: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Up to 1,000 characters. */
            value: string;
        };
        /**
         * BrowsedPage
         * @example {
         *       "url": "https://shop.example.com/boots",
         *       "title": "Winter boots",
         *       "viewedAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        BrowsedPage: {
            title: string;
            url: string;
            /** Format: date-time */
            viewedAt: string;
        };
        /**
         * ChannelAccount
         * @example {
         *       "id": "019a2f10-6c00-7aaa-8bbb-0123456789ab",
         *       "channel": "email",
         *       "name": "Acme",
         *       "address": "help@shop.example.com",
         *       "externalId": null,
         *       "state": "connected",
         *       "lastError": null,
         *       "createdAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        ChannelAccount: {
            /** @description Of a mailbox. */
            address: string | null;
            /** @enum {string} */
            channel: "email" | "social_messenger" | "photo_social" | "phone_messenger";
            /** Format: date-time */
            createdAt: string;
            /** @description Of an account at a messenger. */
            externalId: string | null;
            id: string;
            /** @description What is broken and why, for people. */
            lastError: string | null;
            name: string | null;
            /** @enum {string} */
            state: "connected" | "broken" | "disconnected";
        };
        /**
         * Connection
         * @example {
         *       "id": "0197a3c2-7c10-7d2f-9b46-1c7e5a2f8d31",
         *       "kind": "custom",
         *       "shopDomain": "shop.example.com",
         *       "state": "connected",
         *       "lastError": null,
         *       "createdAt": "2026-11-20T09:14:07.512Z",
         *       "sync": {
         *         "waiting": 0,
         *         "kinds": [
         *           {
         *             "kind": "order",
         *             "records": 1042,
         *             "total": null,
         *             "isComplete": null,
         *             "lastSeenAt": "2026-11-20T09:14:07.512Z"
         *           }
         *         ]
         *       }
         *     }
         */
        Connection: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @enum {string} */
            kind: "custom" | "vendure" | "woocommerce" | "shopify";
            /** @description What was wrong with what the shop told last, or why it is broken; for people. */
            lastError: string | null;
            /** @description The shop’s host name; null where nobody told it. */
            shopDomain: string | null;
            /**
             * @description `connected` from the start; `broken` as long as the first attempts do not reach the shop, or it refuses the key.
             * @enum {string}
             */
            state: "connected" | "broken" | "disconnected";
            sync: {
                kinds: {
                    /** @description Whether the first import is complete; null if the shop pushes its records. */
                    isComplete: boolean | null;
                    /** @description Of records: product, order, … */
                    kind: string;
                    /**
                     * Format: date-time
                     * @description When the shop told of one last.
                     */
                    lastSeenAt: string | null;
                    /** @description How many the shop has told of. */
                    records: number;
                    /** @description Total that the shop reports during the first import. */
                    total: number | null;
                }[];
                /** @description Deliveries that are not applied yet. */
                waiting: number;
            };
        };
        /**
         * Conversation
         * @example {
         *       "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
         *       "firestoreId": null,
         *       "pgConvoId": "1842",
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
         *       "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
         *       "customerName": "Ada Lovelace",
         *       "customerEmail": "ada@example.com",
         *       "customerType": "customer",
         *       "status": "open",
         *       "isChatBot": false,
         *       "hasChatBot": true,
         *       "isRead": true,
         *       "isCustomerRead": false,
         *       "isOnline": true,
         *       "isBlock": false,
         *       "isStarred": false,
         *       "hasFirstMsg": true,
         *       "hidePreChatMessage": "",
         *       "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "channels": [
         *         "online_store"
         *       ],
         *       "tags": [
         *         "delivery"
         *       ],
         *       "messageCount": 2,
         *       "lastMessage": {
         *         "text": "It leaves our warehouse today.",
         *         "senderType": "agent",
         *         "createdAt": "2026-11-20T09:16:40.018Z"
         *       },
         *       "lastActive": "2026-11-20T09:16:40.018Z",
         *       "createdAt": "2026-11-20T09:14:07.512Z",
         *       "updatedAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Conversation: {
            /** @description Channels used in this conversation. */
            channels: string[];
            /**
             * Format: date-time
             * @description Start time.
             */
            createdAt: string | null;
            /** @description Contact email. */
            customerEmail: string | null;
            /** @description Contact name at chat time. */
            customerName: string | null;
            /** @enum {string} */
            customerType: "anonymous" | "guest" | "customer";
            /** @description Contact id, usable on the customer endpoints. */
            customerUuid: string | null;
            /** @description Id in the older datastore. */
            firestoreId: string | null;
            /** @description The AI agent took part at some point. */
            hasChatBot: boolean;
            /** @description Has a first message. */
            hasFirstMsg: boolean;
            /** @enum {string} */
            hidePreChatMessage: "" | "by-user" | "by-admin";
            /** @description App-wide conversation id. */
            id: string;
            /** @description Customer is blocked. */
            isBlock: boolean;
            /** @description Currently handled by the AI agent. */
            isChatBot: boolean;
            /** @description Read state, customer side. */
            isCustomerRead: boolean;
            /** @description Customer connected now. */
            isOnline: boolean;
            /** @description Read by the team. */
            isRead: boolean;
            /** @description Present and true on redacted records only. */
            isRedacted?: boolean;
            /** @description Starred in the inbox. */
            isStarred: boolean;
            /**
             * Format: date-time
             * @description Last activity; lists are sorted by it.
             */
            lastActive: string | null;
            lastMessage: {
                /** Format: date-time */
                createdAt: string;
                /** @enum {string} */
                senderType: "customer" | "agent" | "bot" | "system";
                text: string;
            } | null;
            /** @description Assigned member. */
            memberId: string | null;
            /** @description Number of messages the customer can see. */
            messageCount: number | null;
            /** @description Numeric id in the newer datastore. */
            pgConvoId: string | null;
            /** @description Browsing session where it started. */
            sessionId: string | null;
            /** @description Store identifier. */
            shopId: string;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @description Tags on the conversation. */
            tags: string[];
            /**
             * Format: date-time
             * @description Last update.
             */
            updatedAt: string | null;
        };
        /** ConversationCreatedData */
        ConversationCreatedData: {
            /**
             * @description Where it started.
             * @enum {string}
             */
            channel: "online_store" | "email" | "social_messenger" | "photo_social" | "phone_messenger";
            /** @description The contact’s id. */
            customerId: string | null;
            /** @description The AI agent has it. */
            isChatBot: boolean;
            isFirstMessage: boolean;
            /**
             * @description The customer’s type.
             * @enum {string}
             */
            type: "anonymous" | "guest" | "customer";
        };
        /**
         * ConversationDetail
         * @example {
         *       "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
         *       "firestoreId": null,
         *       "pgConvoId": "1842",
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
         *       "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
         *       "customerName": "Ada Lovelace",
         *       "customerEmail": "ada@example.com",
         *       "customerType": "customer",
         *       "status": "open",
         *       "isChatBot": false,
         *       "hasChatBot": true,
         *       "isRead": true,
         *       "isCustomerRead": false,
         *       "isOnline": true,
         *       "isBlock": false,
         *       "isStarred": false,
         *       "hasFirstMsg": true,
         *       "hidePreChatMessage": "",
         *       "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "channels": [
         *         "online_store"
         *       ],
         *       "tags": [
         *         "delivery"
         *       ],
         *       "messageCount": 2,
         *       "lastMessage": {
         *         "text": "It leaves our warehouse today.",
         *         "senderType": "agent",
         *         "createdAt": "2026-11-20T09:16:40.018Z"
         *       },
         *       "lastActive": "2026-11-20T09:16:40.018Z",
         *       "createdAt": "2026-11-20T09:14:07.512Z",
         *       "updatedAt": "2026-11-20T09:16:40.018Z",
         *       "customerPhone": null,
         *       "memberName": null,
         *       "teamId": null,
         *       "unreadCount": 0
         *     }
         */
        ConversationDetail: {
            /** @description Channels used in this conversation. */
            channels: string[];
            /**
             * Format: date-time
             * @description Start time.
             */
            createdAt: string | null;
            /** @description Contact email. */
            customerEmail: string | null;
            /** @description Contact name at chat time. */
            customerName: string | null;
            customerPhone: null;
            /** @enum {string} */
            customerType: "anonymous" | "guest" | "customer";
            /** @description Contact id, usable on the customer endpoints. */
            customerUuid: string | null;
            /** @description Id in the older datastore. */
            firestoreId: string | null;
            /** @description The AI agent took part at some point. */
            hasChatBot: boolean;
            /** @description Has a first message. */
            hasFirstMsg: boolean;
            /** @enum {string} */
            hidePreChatMessage: "" | "by-user" | "by-admin";
            /** @description App-wide conversation id. */
            id: string;
            /** @description Customer is blocked. */
            isBlock: boolean;
            /** @description Currently handled by the AI agent. */
            isChatBot: boolean;
            /** @description Read state, customer side. */
            isCustomerRead: boolean;
            /** @description Customer connected now. */
            isOnline: boolean;
            /** @description Read by the team. */
            isRead: boolean;
            /** @description Present and true on redacted records only. */
            isRedacted?: boolean;
            /** @description Starred in the inbox. */
            isStarred: boolean;
            /**
             * Format: date-time
             * @description Last activity; lists are sorted by it.
             */
            lastActive: string | null;
            lastMessage: {
                /** Format: date-time */
                createdAt: string;
                /** @enum {string} */
                senderType: "customer" | "agent" | "bot" | "system";
                text: string;
            } | null;
            /** @description Assigned member. */
            memberId: string | null;
            memberName: null;
            /** @description Number of messages the customer can see. */
            messageCount: number | null;
            /** @description Numeric id in the newer datastore. */
            pgConvoId: string | null;
            /** @description Browsing session where it started. */
            sessionId: string | null;
            /** @description Store identifier. */
            shopId: string;
            /** @enum {string} */
            status: "open" | "resolved";
            /** @description Tags on the conversation. */
            tags: string[];
            teamId: null;
            /** @constant */
            unreadCount: 0;
            /**
             * Format: date-time
             * @description Last update.
             */
            updatedAt: string | null;
        };
        /**
         * Customer
         * @example {
         *       "id": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
         *       "platformId": "7203948571",
         *       "name": "Ada Lovelace",
         *       "firstName": "Ada",
         *       "lastName": "Lovelace",
         *       "email": "ada@example.com",
         *       "phone": "+44 20 7946 0958",
         *       "type": "customer",
         *       "channels": [
         *         "online_store"
         *       ],
         *       "tags": [
         *         "vip"
         *       ],
         *       "note": null,
         *       "customAttributes": {
         *         "shoeSize": "39"
         *       },
         *       "address1": "12 St James’s Square",
         *       "address2": null,
         *       "city": "London",
         *       "zip": "SW1Y 4JH",
         *       "country": "United Kingdom",
         *       "countryCode": "GB",
         *       "ordersCount": 3,
         *       "totalSpent": 248.5,
         *       "ipAddress": "203.0.113.7",
         *       "ipLocation": "London, United Kingdom",
         *       "browser": "Firefox",
         *       "browserVersion": "144.0",
         *       "os": "macOS",
         *       "deviceType": "desktop",
         *       "senderSeq": 1,
         *       "lastChatAt": "2026-11-20T09:14:07.512Z",
         *       "createdAt": "2026-08-02T18:30:11.090Z",
         *       "updatedAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        Customer: {
            address1: string | null;
            address2: string | null;
            browser: string | null;
            browserVersion: string | null;
            channels: string[];
            city: string | null;
            country: string | null;
            countryCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Set by the storefront widget. */
            customAttributes: {
                [key: string]: string;
            } | null;
            deviceType: string | null;
            email: string | null;
            firstName: string | null;
            /** @description Matches customerUuid on conversations. */
            id: string;
            ipAddress: string | null;
            ipLocation: string | null;
            /** @description Present and true on redacted records only. */
            isRedacted?: boolean;
            /** Format: date-time */
            lastChatAt: string | null;
            lastName: string | null;
            name: string | null;
            /** @description Free text. */
            note: string | null;
            ordersCount: number | null;
            os: string | null;
            phone: string | null;
            /** @description Matching id at the e-commerce platform. */
            platformId: string | null;
            senderSeq: number | null;
            tags: string[] | null;
            totalSpent: number | null;
            /** @enum {string} */
            type: "anonymous" | "guest" | "customer";
            /** Format: date-time */
            updatedAt: string | null;
            zip: string | null;
        };
        /** CustomerCreatedData */
        CustomerCreatedData: {
            customerId: string;
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            ordersCount: number | null;
            phone: string | null;
            tags: string[] | null;
            totalSpent: number | null;
        };
        /**
         * DataRequest
         * @example {
         *       "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
         *       "requestedAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        DataRequest: {
            customerUuid: string;
            /** Format: date-time */
            requestedAt: string;
        };
        /**
         * Deleted
         * @example {
         *       "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
         *     }
         */
        Deleted: {
            /** @description Id of the record that was deleted. */
            id: string;
        };
        /**
         * Delivery
         * @example {
         *       "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
         *       "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
         *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
         *       "type": "message.created",
         *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "nextAt": "2026-11-20T09:16:40.018Z",
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "finishedAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Delivery: {
            attempts: number;
            conversationId: string | null;
            /** Format: date-time */
            createdAt: string;
            eventId: string;
            /** Format: date-time */
            finishedAt: string | null;
            id: string;
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            nextAt: string | null;
            /** @enum {string} */
            status: "pending" | "held" | "delivered" | "dropped" | "failed" | "cancelled";
            subscriptionId: string;
            /** @description The event’s name. */
            type: string;
        };
        /**
         * DeliveryDetail
         * @example {
         *       "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
         *       "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
         *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
         *       "type": "message.created",
         *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
         *       "status": "delivered",
         *       "attempts": 1,
         *       "nextAt": "2026-11-20T09:16:40.018Z",
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "finishedAt": "2026-11-20T09:16:40.018Z",
         *       "body": "{\"eventId\":\"019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c\",\"type\":\"message.created\"}",
         *       "log": [
         *         {
         *           "attempt": 1,
         *           "startedAt": "2026-11-20T09:16:40.018Z",
         *           "durationMs": 84,
         *           "responseStatus": 200,
         *           "error": null
         *         }
         *       ]
         *     }
         */
        DeliveryDetail: {
            attempts: number;
            /** @description The bytes that are signed and sent; empty when they are no longer kept. */
            body: string;
            conversationId: string | null;
            /** Format: date-time */
            createdAt: string;
            eventId: string;
            /** Format: date-time */
            finishedAt: string | null;
            id: string;
            /** @description Each attempt. */
            log: {
                attempt: number;
                durationMs: number;
                error: string | null;
                responseStatus: number | null;
                /** Format: date-time */
                startedAt: string;
            }[];
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            nextAt: string | null;
            /** @enum {string} */
            status: "pending" | "held" | "delivered" | "dropped" | "failed" | "cancelled";
            subscriptionId: string;
            /** @description The event’s name. */
            type: string;
        };
        /**
         * EndpointHealth
         * @example {
         *       "attempts": 120,
         *       "successRate": 0.99,
         *       "medianMs": 84,
         *       "p95Ms": 310,
         *       "queued": 0,
         *       "queueAgeMs": null
         *     }
         */
        EndpointHealth: {
            /** @description In the last 24 hours. */
            attempts: number;
            /** @description Milliseconds that an attempt took. */
            medianMs: number | null;
            /** @description The same of the slowest twentieth. */
            p95Ms: number | null;
            /** @description How long the oldest of them has waited. */
            queueAgeMs: number | null;
            /** @description Pending deliveries. */
            queued: number;
            /** @description Share of successful attempts; null without attempts. */
            successRate: number | null;
        };
        /** Error */
        Error: {
            error: {
                /** @description Branch on this. */
                code: string;
                /** @description For people; may change. */
                message: string;
            };
        };
        /**
         * EventDigest
         * @example {
         *       "day": "2026-11-20",
         *       "count": 1042,
         *       "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *     }
         */
        EventDigest: {
            count: number;
            /** @description A day in UTC, such as 2026-01-31. */
            day: string;
            /** @description SHA-256 in hex of the sorted eventIds, joined by line feeds. */
            digest: string;
        };
        /**
         * HeardEvents
         * @example {
         *       "events": [
         *         {
         *           "eventId": "019a8c42-0b29-7d11-8f00-5a1c3e7d9b20",
         *           "type": "conversation.tags_updated",
         *           "occurredAt": "2026-11-20T09:16:40.018Z",
         *           "body": "{\"eventId\":\"019a8c42-0b29-7d11-8f00-5a1c3e7d9b20\",\"type\":\"conversation.tags_updated\",\"shopId\":\"shop_8f14e45fceea167a5a36\",\"conversationId\":\"019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35\",\"occurredAt\":\"2026-11-20T09:16:40.018Z\",\"data\":{\"tags\":[\"delivery\"]}}"
         *         }
         *       ],
         *       "nextCursor": null,
         *       "now": "2026-11-20T09:16:40.018Z"
         *     }
         */
        HeardEvents: {
            events: {
                /** @description The exact bytes that a webhook would deliver. */
                body: string;
                eventId: string;
                /** Format: date-time */
                occurredAt: string;
                type: string;
            }[];
            /** @description More of them, at once; null at the end. */
            nextCursor: string | null;
            /**
             * Format: date-time
             * @description The service’s clock, for the first `since`.
             */
            now: string;
        };
        /** HelpDomainProof */
        HelpDomainProof: {
            /** @description As `settings.helpCentre.domain` names it. */
            domain: string;
            /** @description Whether the domain serves the help pages, where they are on. */
            proven: boolean;
            /** @description Name of the TXT record that proves it. */
            txtName: string;
            /** @description Its value. */
            txtValue: string;
        };
        /**
         * IdentitySecret
         * @example {
         *       "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
         *       "createdAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        IdentitySecret: {
            /** Format: date-time */
            createdAt: string;
            id: string;
        };
        /**
         * Imported
         * @example {
         *       "imported": {
         *         "contact": 2,
         *         "conversation": 1
         *       },
         *       "rejected": [
         *         {
         *           "line": 3,
         *           "message": "customerUuid is not a contact of this store."
         *         }
         *       ]
         *     }
         */
        Imported: {
            /** @description How many records of each kind were stored. */
            imported: {
                [key: string]: number;
            };
            /** @description Rejected lines, by line number. */
            rejected: {
                line: number;
                message: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        /**
         * Key
         * @example {
         *       "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
         *       "name": "Warehouse",
         *       "lastUsedAt": "2026-11-20T09:16:40.018Z",
         *       "lastUsedFrom": "203.0.113.7"
         *     }
         */
        Key: {
            id: string;
            /**
             * Format: date-time
             * @description At most a minute late; null until it is used.
             */
            lastUsedAt: string | null;
            /** @description IP address of that request. */
            lastUsedFrom: string | null;
            /** @description Up to 50 characters. */
            name: string;
        };
        /**
         * KnownRecord
         * @example {
         *       "sourceId": "4711",
         *       "version": "1763630047"
         *     }
         */
        KnownRecord: {
            sourceId: string;
            /** @description Of a conversation: the change up to which it was imported. */
            version: string | null;
        };
        /**
         * Member
         * @example {
         *       "id": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "email": "grace@example.com",
         *       "firstName": "Grace",
         *       "lastName": "Hopper",
         *       "fullName": "Grace Hopper",
         *       "avatarUrl": "",
         *       "role": "admin",
         *       "active": true,
         *       "enableAwayMode": null,
         *       "createdAt": "2026-06-01T08:00:00.000Z"
         *     }
         */
        Member: {
            active: boolean;
            avatarUrl: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Work email. */
            email: string;
            enableAwayMode: boolean | null;
            firstName: string | null;
            fullName: string;
            /** @description Matches memberId elsewhere. */
            id: string;
            lastName: string | null;
            /** @enum {string} */
            role: "admin" | "member";
        };
        /**
         * Message
         * @example {
         *       "id": "019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48",
         *       "text": "It leaves our warehouse today.",
         *       "senderName": "Grace Hopper",
         *       "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "isAdmin": true,
         *       "isAutomated": false,
         *       "isBot": false,
         *       "isNote": false,
         *       "isFirst": false,
         *       "isTransfer": false,
         *       "isQuickReplyMsg": false,
         *       "isAskBotMessage": false,
         *       "topic": null,
         *       "chatbotProducts": [],
         *       "chatbotFaqs": [],
         *       "files": [],
         *       "replyMessage": null,
         *       "createdAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Message: {
            /** @description FAQ entries the AI agent used. */
            chatbotFaqs: {
                [key: string]: unknown;
            }[];
            /** @description Products the AI agent showed. */
            chatbotProducts: {
                [key: string]: unknown;
            }[];
            /**
             * Format: date-time
             * @description Send time.
             */
            createdAt: string;
            /** @description Attachments. */
            files: {
                [key: string]: unknown;
            }[];
            /** @description Message UUID, or a number when it has no UUID. */
            id: string;
            /** @description Sent from the store side. */
            isAdmin: boolean;
            /** @description The customer addressed the AI agent. */
            isAskBotMessage: boolean;
            /** @description Sent by automation. */
            isAutomated: boolean;
            /** @description Sent by the AI agent. */
            isBot: boolean;
            /** @description First message of the conversation. */
            isFirst: boolean;
            /** @description Internal note, invisible to the customer. */
            isNote: boolean;
            /** @description Sent via quick reply. */
            isQuickReplyMsg: boolean;
            /** @description Handover marker between AI agent and human. */
            isTransfer: boolean;
            /** @description Team member, when a human sent it. */
            memberId: string | null;
            /** @description Message this one replies to. */
            replyMessage: {
                [key: string]: unknown;
            } | null;
            senderName: string;
            text: string;
            /** @description Topic assigned by the AI agent. */
            topic: string | null;
        };
        /** MessageData */
        MessageData: {
            /** Format: date-time */
            createdAt: string;
            /** @description The member who wrote. */
            memberId: string | null;
            messageId: string;
            /**
             * @description Act on customer only, or you answer yourself.
             * @enum {string}
             */
            senderType: "customer" | "agent" | "bot" | "system";
            text: string;
        };
        /**
         * MessageDetail
         * @example {
         *       "id": "019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48",
         *       "text": "It leaves our warehouse today.",
         *       "senderName": "Grace Hopper",
         *       "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "isAdmin": true,
         *       "isAutomated": false,
         *       "isBot": false,
         *       "isNote": false,
         *       "isFirst": false,
         *       "isTransfer": false,
         *       "isQuickReplyMsg": false,
         *       "isAskBotMessage": false,
         *       "topic": null,
         *       "chatbotProducts": [],
         *       "chatbotFaqs": [],
         *       "files": [],
         *       "replyMessage": null,
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "isDeleted": false,
         *       "contentType": "text"
         *     }
         */
        MessageDetail: {
            /** @description FAQ entries the AI agent used. */
            chatbotFaqs: {
                [key: string]: unknown;
            }[];
            /** @description Products the AI agent showed. */
            chatbotProducts: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            contentType: "text" | "file";
            /**
             * Format: date-time
             * @description Send time.
             */
            createdAt: string;
            /** @description Attachments. */
            files: {
                [key: string]: unknown;
            }[];
            /** @description Message UUID, or a number when it has no UUID. */
            id: string;
            /** @description Sent from the store side. */
            isAdmin: boolean;
            /** @description The customer addressed the AI agent. */
            isAskBotMessage: boolean;
            /** @description Sent by automation. */
            isAutomated: boolean;
            /** @description Sent by the AI agent. */
            isBot: boolean;
            /** @description Message deleted. */
            isDeleted: boolean;
            /** @description First message of the conversation. */
            isFirst: boolean;
            /** @description Internal note, invisible to the customer. */
            isNote: boolean;
            /** @description Sent via quick reply. */
            isQuickReplyMsg: boolean;
            /** @description Handover marker between AI agent and human. */
            isTransfer: boolean;
            /** @description Team member, when a human sent it. */
            memberId: string | null;
            /** @description Message this one replies to. */
            replyMessage: {
                [key: string]: unknown;
            } | null;
            senderName: string;
            text: string;
            /** @description Topic assigned by the AI agent. */
            topic: string | null;
        };
        /**
         * MovedStore
         * @example {
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "appId": "app_3f2a9c1d8e7b6a5f4c3d",
         *       "name": "Acme",
         *       "plan": "pro",
         *       "rows": 18204,
         *       "files": 12
         *     }
         */
        MovedStore: {
            /** @description Public: storefronts name their store with it. */
            appId: string;
            /** @description Files that customers and members sent. */
            files: number;
            name: string;
            /** @enum {string} */
            plan: "free" | "basic" | "pro" | "plus";
            /** @description Rows of the file. */
            rows: number;
            /** @description Names the store on these paths and in records. */
            shopId: string;
        };
        /**
         * NewConnection
         * @example {
         *       "id": "0197a3c2-7c10-7d2f-9b46-1c7e5a2f8d31",
         *       "kind": "custom",
         *       "shopDomain": "shop.example.com",
         *       "state": "connected",
         *       "secret": "shsec_4f1d2c3b4a5968778695a4b3c2d1e0f00f1e2d3c4b5a6978",
         *       "lastError": null,
         *       "createdAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        NewConnection: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @enum {string} */
            kind: "custom" | "vendure" | "woocommerce" | "shopify";
            /** @description What was wrong with what the shop told last, or why it is broken; for people. */
            lastError: string | null;
            /** @description What the shop signs its webhooks with, of custom and vendure. Shown this once. */
            secret: string;
            /** @description The shop’s host name; null where nobody told it. */
            shopDomain: string | null;
            /**
             * @description `connected` from the start; `broken` as long as the first attempts do not reach the shop, or it refuses the key.
             * @enum {string}
             */
            state: "connected" | "broken" | "disconnected";
        } | {
            /** @description Where an admin of the shop lets Parley in, within an hour; of a shop whose keys were not named, and of shopify where the app is not installed. */
            connectUrl?: string;
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @enum {string} */
            kind: "custom" | "vendure" | "woocommerce" | "shopify";
            /** @description What was wrong with what the shop told last, or why it is broken; for people. */
            lastError: string | null;
            /** @description The shop’s host name; null where nobody told it. */
            shopDomain: string | null;
            /**
             * @description `connected` from the start; `broken` as long as the first attempts do not reach the shop, or it refuses the key.
             * @enum {string}
             */
            state: "connected" | "broken" | "disconnected";
        };
        /**
         * NewIdentitySecret
         * @example {
         *       "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
         *       "secret": "ids_5f0c9e8b3d62a4177d2e7b90019a8c3e",
         *       "createdAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        NewIdentitySecret: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description Shown this once. */
            secret: string;
        };
        /**
         * NewKey
         * @example {
         *       "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
         *       "name": "Warehouse",
         *       "key": "sk_0123456789abcdef0123456789abcdef",
         *       "createdAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        NewKey: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description The key itself, shown this once. */
            key: string;
            /** @description Up to 50 characters. */
            name: string;
        };
        /**
         * NewStore
         * @example {
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "appId": "app_3f2a9c1d8e7b6a5f4c3d",
         *       "name": "Acme",
         *       "plan": "pro",
         *       "owner": {
         *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *         "email": "grace@example.com",
         *         "password": "wq3kZ8n1pVtY"
         *       }
         *     }
         */
        NewStore: {
            /** @description Public: storefronts name their store with it. */
            appId: string;
            name: string;
            owner: {
                email: string;
                memberId: string;
                /** @description Shown this once when the service made it; null when it was given. */
                password: string | null;
            } | null;
            /** @enum {string} */
            plan: "free" | "basic" | "pro" | "plus";
            /** @description Names the store on these paths and in records. */
            shopId: string;
        };
        /**
         * Note
         * @example {
         *       "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70",
         *       "text": "Ask the warehouse about the second parcel",
         *       "isUpdated": false,
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "updatedAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Note: {
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @description Edited after creation. */
            isUpdated: boolean;
            /** @description Up to 150 characters. */
            text: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * Paging
         * @example {
         *       "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
         *       "hasMore": true
         *     }
         */
        Paging: {
            hasMore: boolean;
            /** @description Pass it back as cursor; null on the last page. */
            nextCursor: string | null;
        };
        /**
         * Queued
         * @example {
         *       "queued": 12
         *     }
         */
        Queued: {
            /** @description Deliveries that are sent again. */
            queued: number;
        };
        /**
         * RecoveredMember
         * @example {
         *       "memberId": "018f2b7e-9c1d-7a54-8f02-1b7a4c9d5e60",
         *       "email": "ada@acme.example",
         *       "role": "admin",
         *       "link": "https://parley.example/inbox/welcome#token",
         *       "linkExpiresAt": "2026-11-20T09:14:07.512Z"
         *     }
         */
        RecoveredMember: {
            email: string;
            /** @description Of reset-password: sets a new password, once. */
            link: string | null;
            /** Format: date-time */
            linkExpiresAt: string | null;
            memberId: string;
            /** @enum {string} */
            role: "admin" | "member";
        };
        /** RemovedData */
        RemovedData: Record<string, never>;
        /**
         * SourceImported
         * @example {
         *       "imported": {
         *         "conversation": 2
         *       },
         *       "skipped": [
         *         {
         *           "kind": "faq",
         *           "sourceId": "3",
         *           "reason": "The article has no text."
         *         }
         *       ]
         *     }
         */
        SourceImported: {
            /** @description How many records of each kind are new. */
            imported: {
                [key: string]: number;
            };
            /** @description Records, or parts of them, that were not imported. */
            skipped: {
                kind: string;
                reason: string;
                sourceId: string;
            }[];
        };
        /** StateChangedData */
        StateChangedData: {
            /** @enum {string} */
            previousStatus: "open" | "resolved";
            /** @enum {string} */
            status: "open" | "resolved";
        };
        /**
         * Store
         * @example {
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "appId": "app_3f2a9c1d8e7b6a5f4c3d",
         *       "name": "Acme",
         *       "plan": "pro",
         *       "owner": {
         *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *         "email": "grace@example.com"
         *       },
         *       "settings": {
         *         "autoAssign": false
         *       },
         *       "installedAt": "2026-06-01T08:00:00.000Z",
         *       "uninstalledAt": null
         *     }
         */
        Store: {
            /** @description Public: storefronts name their store with it. */
            appId: string;
            /** Format: date-time */
            installedAt: string;
            name: string;
            owner: {
                email: string | null;
                memberId: string;
            } | null;
            /** @enum {string} */
            plan: "free" | "basic" | "pro" | "plus";
            /** @description Every setting, with its value. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Names the store on these paths and in records. */
            shopId: string;
            /** Format: date-time */
            uninstalledAt: string | null;
        };
        /**
         * Subscription
         * @example {
         *       "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "url": "https://shop.example.com/parley-events",
         *       "events": [
         *         "message.created",
         *         "conversation.state_changed"
         *       ],
         *       "isActive": true,
         *       "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
         *       "metadata": {
         *         "environment": "production"
         *       },
         *       "createdAt": "2026-11-20T09:14:07.512Z",
         *       "updatedAt": "2026-11-20T09:14:07.512Z",
         *       "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
         *       "lastDeliveryStatus": "delivered",
         *       "lastDeliveryError": null
         *     }
         */
        Subscription: {
            /** Format: date-time */
            createdAt: string;
            events: string[];
            id: string;
            /** @description Delivering or not. */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Start of the last attempt.
             */
            lastDeliveryAt?: string;
            lastDeliveryError?: string | null;
            /** @enum {string} */
            lastDeliveryStatus?: "delivered" | "retrying" | "dropped" | "failed";
            metadata: {
                [key: string]: unknown;
            };
            /** @description Signing secret; begins with whsec_. */
            secret: string;
            /** @description Store identifier. */
            shopId: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description https endpoint. */
            url: string;
        };
        /**
         * Summary
         * @example {
         *       "text": "Ada asked where order 1042 is; Grace told her that it ships today.",
         *       "createdAt": "2026-11-20T09:16:40.018Z",
         *       "updatedAt": "2026-11-20T09:16:40.018Z"
         *     }
         */
        Summary: {
            /** Format: date-time */
            createdAt: string;
            text: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** TagsUpdatedData */
        TagsUpdatedData: {
            /** @description The whole resulting list. */
            tags: string[];
        };
        /** Truncated */
        Truncated: {
            /** @description Bytes. */
            originalSize: number;
            /** @constant */
            truncated: true;
        };
        /**
         * Typing
         * @example {
         *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
         *       "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
         *       "active": true
         *     }
         */
        Typing: {
            active: boolean;
            conversationId: string;
            memberId: string;
        };
        /**
         * Webhook
         * @example {
         *       "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
         *       "shopId": "shop_8f14e45fceea167a5a36",
         *       "url": "https://shop.example.com/parley-events",
         *       "events": [
         *         "message.created",
         *         "conversation.state_changed"
         *       ],
         *       "isActive": true,
         *       "metadata": {
         *         "environment": "production"
         *       },
         *       "createdAt": "2026-11-20T09:14:07.512Z",
         *       "updatedAt": "2026-11-20T09:14:07.512Z",
         *       "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
         *       "lastDeliveryStatus": "delivered",
         *       "lastDeliveryError": null
         *     }
         */
        Webhook: {
            /** Format: date-time */
            createdAt: string;
            events: string[];
            id: string;
            /** @description Delivering or not. */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Start of the last attempt.
             */
            lastDeliveryAt?: string;
            lastDeliveryError?: string | null;
            /** @enum {string} */
            lastDeliveryStatus?: "delivered" | "retrying" | "dropped" | "failed";
            metadata: {
                [key: string]: unknown;
            };
            /** @description Store identifier. */
            shopId: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description https endpoint. */
            url: string;
        };
        /**
         * WebhookEvent
         * @example {
         *       "eventId": "019a8c42-0b29-7d11-8f00-5a1c3e7d9b20",
         *       "type": "conversation.state_changed",
         *       "shopId": "shop_4f1d2c3b4a596877",
         *       "conversationId": "019a8c41-77aa-7c10-9a3d-0f2b4c6d8e91",
         *       "occurredAt": "2026-11-20T09:16:40.018Z",
         *       "data": {
         *         "status": "resolved",
         *         "previousStatus": "open"
         *       }
         *     }
         */
        WebhookEvent: {
            conversationId: string | null;
            /** @description By type, as under Webhooks. */
            data: {
                [key: string]: unknown;
            };
            /** @description The same in every delivery of the event. */
            eventId: string;
            /** Format: date-time */
            occurredAt: string;
            /** @description Store identifier. */
            shopId: string;
            /** @description One of message.created, message.updated, message.removed, conversation.created, conversation.state_changed, conversation.assigned, conversation.tags_updated, conversation.removed, customer.created. */
            type: string;
        };
    };
    responses: {
        /** @description CHANNEL_UNAVAILABLE: the channel cannot deliver now. */
        ChannelUnavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INVALID_PARAMS: path and headers together are larger than 16 KiB. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "INVALID_PARAMS",
                 *         "message": "The path and headers are too large; at most 16 KiB."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
        InvalidParams: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description METHOD_NOT_ALLOWED: the path takes other methods; Allow names them. */
        MethodNotAllowed: {
            headers: {
                /**
                 * @description What the path takes.
                 * @example GET, HEAD, POST
                 */
                Allow?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "METHOD_NOT_ALLOWED",
                 *         "message": "This path takes GET, HEAD, POST."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description NOT_FOUND: there is no such record in this store. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description RATE_LIMITED: stop for a full 60 seconds. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INVALID_PARAMS: the body is larger than 1 MiB, packed or unpacked. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "INVALID_PARAMS",
                 *         "message": "The body is too large; at most 1 MiB is accepted."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description UNAUTHENTICATED: no key. INVALID_API_KEY: an unknown or revoked one. */
        Unauthenticated: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INVALID_PARAMS: Content-Encoding is none of gzip, deflate and br. */
        UnknownEncoding: {
            headers: {
                /**
                 * @description What is understood.
                 * @example gzip, deflate, br
                 */
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "INVALID_PARAMS",
                 *         "message": "Content-Encoding \"zstd\" is not understood; send one of gzip, deflate, br, or none."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description true where this is the first answer again, of a call with the same Idempotency-Key.
         * @example true
         */
        "Idempotent-Replayed": string;
        /**
         * @description Seconds to stop for. Each request before that starts the wait anew.
         * @example 60
         */
        "Retry-After": number;
        /**
         * @description Requests per minute for the API key or the client IP, whichever has fewer left.
         * @example 120
         */
        "X-RateLimit-Limit": number;
        /**
         * @description Requests left after this one.
         * @example 119
         */
        "X-RateLimit-Remaining": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listConversations: {
        parameters: {
            query?: {
                /** @description A member’s id, or the word unassigned. */
                assigneeId?: string;
                /** @description Channel the conversation started on. */
                channel?: "online_store" | "email" | "social_messenger" | "photo_social" | "phone_messenger";
                /** @description paging.nextCursor of the previous page. */
                cursor?: string;
                /** @description One customer’s conversations. */
                customerUuid?: string;
                /** @description The customer’s full email, in any case. */
                email?: string;
                /** @description Read by the team. */
                isRead?: boolean;
                /** @description Records per page (max 100; larger values are capped). */
                limit?: number;
                status?: "open" | "resolved";
                /** @description May be repeated. */
                tag?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *           "firestoreId": null,
                     *           "pgConvoId": "1842",
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *           "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *           "customerName": "Ada Lovelace",
                     *           "customerEmail": "ada@example.com",
                     *           "customerType": "customer",
                     *           "status": "open",
                     *           "isChatBot": false,
                     *           "hasChatBot": true,
                     *           "isRead": true,
                     *           "isCustomerRead": false,
                     *           "isOnline": true,
                     *           "isBlock": false,
                     *           "isStarred": false,
                     *           "hasFirstMsg": true,
                     *           "hidePreChatMessage": "",
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "channels": [
                     *             "online_store"
                     *           ],
                     *           "tags": [
                     *             "delivery"
                     *           ],
                     *           "messageCount": 2,
                     *           "lastMessage": {
                     *             "text": "It leaves our warehouse today.",
                     *             "senderType": "agent",
                     *             "createdAt": "2026-11-20T09:16:40.018Z"
                     *           },
                     *           "lastActive": "2026-11-20T09:16:40.018Z",
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "updatedAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversation"][];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "firestoreId": null,
                     *         "pgConvoId": "1842",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *         "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "customerName": "Ada Lovelace",
                     *         "customerEmail": "ada@example.com",
                     *         "customerType": "customer",
                     *         "status": "open",
                     *         "isChatBot": false,
                     *         "hasChatBot": true,
                     *         "isRead": true,
                     *         "isCustomerRead": false,
                     *         "isOnline": true,
                     *         "isBlock": false,
                     *         "isStarred": false,
                     *         "hasFirstMsg": true,
                     *         "hidePreChatMessage": "",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "delivery"
                     *         ],
                     *         "messageCount": 2,
                     *         "lastMessage": {
                     *           "text": "It leaves our warehouse today.",
                     *           "senderType": "agent",
                     *           "createdAt": "2026-11-20T09:16:40.018Z"
                     *         },
                     *         "lastActive": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z",
                     *         "customerPhone": null,
                     *         "memberName": null,
                     *         "teamId": null,
                     *         "unreadCount": 0
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ConversationDetail"];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    assign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An active member’s id; null unassigns. */
                    memberId: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "firestoreId": null,
                     *         "pgConvoId": "1842",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *         "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "customerName": "Ada Lovelace",
                     *         "customerEmail": "ada@example.com",
                     *         "customerType": "customer",
                     *         "status": "open",
                     *         "isChatBot": false,
                     *         "hasChatBot": true,
                     *         "isRead": true,
                     *         "isCustomerRead": false,
                     *         "isOnline": true,
                     *         "isBlock": false,
                     *         "isStarred": false,
                     *         "hasFirstMsg": true,
                     *         "hidePreChatMessage": "",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "delivery"
                     *         ],
                     *         "messageCount": 2,
                     *         "lastMessage": {
                     *           "text": "It leaves our warehouse today.",
                     *           "senderType": "agent",
                     *           "createdAt": "2026-11-20T09:16:40.018Z"
                     *         },
                     *         "lastActive": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z",
                     *         "customerPhone": null,
                     *         "memberName": null,
                     *         "teamId": null,
                     *         "unreadCount": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listAttributes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13",
                     *           "name": "orderNumber",
                     *           "value": "1042",
                     *           "createdAt": "2026-11-20T09:16:40.018Z",
                     *           "updatedAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"][];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    setAttribute: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key, path and body within 24 hours get the first answer again, with Idempotent-Replayed: true, and nothing is written. Answers of calls that were carried out (2xx, 409) are remembered. With another body the key is rejected. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Characters are Unicode code points. */
                    name: string;
                    /** @description May be empty. Characters are Unicode code points. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13",
                     *         "name": "orderNumber",
                     *         "value": "1042",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                    };
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13",
                     *         "name": "orderNumber",
                     *         "value": "1042",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    editAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attributeId: string;
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Characters are Unicode code points. */
                    name?: string;
                    /** @description May be empty. Characters are Unicode code points. */
                    value?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-6b3f-7c81-8d25-7e0b4f9a6c13",
                     *         "name": "orderNumber",
                     *         "value": "1042",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Attribute"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    removeAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                attributeId: string;
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listBrowsedPages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "url": "https://shop.example.com/boots",
                     *           "title": "Winter boots",
                     *           "viewedAt": "2026-11-20T09:14:07.512Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BrowsedPage"][];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description paging.nextCursor of the previous page. */
                cursor?: string;
                /** @description Records per page (max 100; larger values are capped). */
                limit?: number;
                /** @description Default asc, oldest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48",
                     *           "text": "It leaves our warehouse today.",
                     *           "senderName": "Grace Hopper",
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "isAdmin": true,
                     *           "isAutomated": false,
                     *           "isBot": false,
                     *           "isNote": false,
                     *           "isFirst": false,
                     *           "isTransfer": false,
                     *           "isQuickReplyMsg": false,
                     *           "isAskBotMessage": false,
                     *           "topic": null,
                     *           "chatbotProducts": [],
                     *           "chatbotFaqs": [],
                     *           "files": [],
                     *           "replyMessage": null,
                     *           "createdAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Message"][];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    postMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key, path and body within 24 hours get the first answer again, with Idempotent-Replayed: true, and nothing is written. Answers of calls that were carried out (2xx, 409) are remembered. With another body the key is rejected. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    asCustomer?: boolean;
                    /** @default false */
                    isNote?: boolean;
                    /** @description An active member; required unless asCustomer is true. */
                    memberId?: string | null;
                    /** @description Characters are Unicode code points. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48",
                     *         "text": "It leaves our warehouse today.",
                     *         "senderName": "Grace Hopper",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "isAdmin": true,
                     *         "isAutomated": false,
                     *         "isBot": false,
                     *         "isNote": false,
                     *         "isFirst": false,
                     *         "isTransfer": false,
                     *         "isQuickReplyMsg": false,
                     *         "isAskBotMessage": false,
                     *         "topic": null,
                     *         "chatbotProducts": [],
                     *         "chatbotFaqs": [],
                     *         "files": [],
                     *         "replyMessage": null,
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "isDeleted": false,
                     *         "contentType": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MessageDetail"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["ChannelUnavailable"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c40-d2f2-7b64-8e07-6a1d5c9f3b48",
                     *         "text": "It leaves our warehouse today.",
                     *         "senderName": "Grace Hopper",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "isAdmin": true,
                     *         "isAutomated": false,
                     *         "isBot": false,
                     *         "isNote": false,
                     *         "isFirst": false,
                     *         "isTransfer": false,
                     *         "isQuickReplyMsg": false,
                     *         "isAskBotMessage": false,
                     *         "topic": null,
                     *         "chatbotProducts": [],
                     *         "chatbotFaqs": [],
                     *         "files": [],
                     *         "replyMessage": null,
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "isDeleted": false,
                     *         "contentType": "text"
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MessageDetail"];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key, path and body within 24 hours get the first answer again, with Idempotent-Replayed: true, and nothing is written. Answers of calls that were carried out (2xx, 409) are remembered. With another body the key is rejected. */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Characters are Unicode code points. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70",
                     *         "text": "Ask the warehouse about the second parcel",
                     *         "isUpdated": false,
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    editNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
                noteId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Characters are Unicode code points. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70",
                     *         "text": "Ask the warehouse about the second parcel",
                     *         "isUpdated": false,
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Note"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    removeNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    markRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "firestoreId": null,
                     *         "pgConvoId": "1842",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *         "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "customerName": "Ada Lovelace",
                     *         "customerEmail": "ada@example.com",
                     *         "customerType": "customer",
                     *         "status": "open",
                     *         "isChatBot": false,
                     *         "hasChatBot": true,
                     *         "isRead": true,
                     *         "isCustomerRead": false,
                     *         "isOnline": true,
                     *         "isBlock": false,
                     *         "isStarred": false,
                     *         "hasFirstMsg": true,
                     *         "hidePreChatMessage": "",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "delivery"
                     *         ],
                     *         "messageCount": 2,
                     *         "lastMessage": {
                     *           "text": "It leaves our warehouse today.",
                     *           "senderType": "agent",
                     *           "createdAt": "2026-11-20T09:16:40.018Z"
                     *         },
                     *         "lastActive": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z",
                     *         "customerPhone": null,
                     *         "memberName": null,
                     *         "teamId": null,
                     *         "unreadCount": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listRelatedConversations: {
        parameters: {
            query?: {
                /** @description paging.nextCursor of the previous page. */
                cursor?: string;
                /** @description Records per page (max 50; larger values are capped). */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *           "firestoreId": null,
                     *           "pgConvoId": "1842",
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *           "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *           "customerName": "Ada Lovelace",
                     *           "customerEmail": "ada@example.com",
                     *           "customerType": "customer",
                     *           "status": "open",
                     *           "isChatBot": false,
                     *           "hasChatBot": true,
                     *           "isRead": true,
                     *           "isCustomerRead": false,
                     *           "isOnline": true,
                     *           "isBlock": false,
                     *           "isStarred": false,
                     *           "hasFirstMsg": true,
                     *           "hidePreChatMessage": "",
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "channels": [
                     *             "online_store"
                     *           ],
                     *           "tags": [
                     *             "delivery"
                     *           ],
                     *           "messageCount": 2,
                     *           "lastMessage": {
                     *             "text": "It leaves our warehouse today.",
                     *             "senderType": "agent",
                     *             "createdAt": "2026-11-20T09:16:40.018Z"
                     *           },
                     *           "lastActive": "2026-11-20T09:16:40.018Z",
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "updatedAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversation"][];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    setState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "open" | "resolved";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "firestoreId": null,
                     *         "pgConvoId": "1842",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *         "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "customerName": "Ada Lovelace",
                     *         "customerEmail": "ada@example.com",
                     *         "customerType": "customer",
                     *         "status": "open",
                     *         "isChatBot": false,
                     *         "hasChatBot": true,
                     *         "isRead": true,
                     *         "isCustomerRead": false,
                     *         "isOnline": true,
                     *         "isBlock": false,
                     *         "isStarred": false,
                     *         "hasFirstMsg": true,
                     *         "hidePreChatMessage": "",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "delivery"
                     *         ],
                     *         "messageCount": 2,
                     *         "lastMessage": {
                     *           "text": "It leaves our warehouse today.",
                     *           "senderType": "agent",
                     *           "createdAt": "2026-11-20T09:16:40.018Z"
                     *         },
                     *         "lastActive": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z",
                     *         "customerPhone": null,
                     *         "memberName": null,
                     *         "teamId": null,
                     *         "unreadCount": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ConversationDetail"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "text": "Ada asked where order 1042 is; Grace told her that it ships today.",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "updatedAt": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Summary"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    addTags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         "delivery"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: string[];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    removeTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
                /** @description URL-encoded. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         "delivery"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: string[];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    setTyping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Any of the conversation’s ids: id, firestoreId or pgConvoId. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    memberId: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "active": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Typing"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description customerUuid of a conversation. */
                customerUuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "platformId": "7203948571",
                     *         "name": "Ada Lovelace",
                     *         "firstName": "Ada",
                     *         "lastName": "Lovelace",
                     *         "email": "ada@example.com",
                     *         "phone": "+44 20 7946 0958",
                     *         "type": "customer",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "vip"
                     *         ],
                     *         "note": null,
                     *         "customAttributes": {
                     *           "shoeSize": "39"
                     *         },
                     *         "address1": "12 St James’s Square",
                     *         "address2": null,
                     *         "city": "London",
                     *         "zip": "SW1Y 4JH",
                     *         "country": "United Kingdom",
                     *         "countryCode": "GB",
                     *         "ordersCount": 3,
                     *         "totalSpent": 248.5,
                     *         "ipAddress": "203.0.113.7",
                     *         "ipLocation": "London, United Kingdom",
                     *         "browser": "Firefox",
                     *         "browserVersion": "144.0",
                     *         "os": "macOS",
                     *         "deviceType": "desktop",
                     *         "senderSeq": 1,
                     *         "lastChatAt": "2026-11-20T09:14:07.512Z",
                     *         "createdAt": "2026-08-02T18:30:11.090Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Customer"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listCustomerConversations: {
        parameters: {
            query?: {
                /** @description paging.nextCursor of the previous page. */
                cursor?: string;
                /** @description Records per page (max 100; larger values are capped). */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description customerUuid of a conversation. */
                customerUuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *           "firestoreId": null,
                     *           "pgConvoId": "1842",
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "sessionId": "019a8c3e-7b90-7d2e-a417-5c0f9e8b3d62",
                     *           "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *           "customerName": "Ada Lovelace",
                     *           "customerEmail": "ada@example.com",
                     *           "customerType": "customer",
                     *           "status": "open",
                     *           "isChatBot": false,
                     *           "hasChatBot": true,
                     *           "isRead": true,
                     *           "isCustomerRead": false,
                     *           "isOnline": true,
                     *           "isBlock": false,
                     *           "isStarred": false,
                     *           "hasFirstMsg": true,
                     *           "hidePreChatMessage": "",
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "channels": [
                     *             "online_store"
                     *           ],
                     *           "tags": [
                     *             "delivery"
                     *           ],
                     *           "messageCount": 2,
                     *           "lastMessage": {
                     *             "text": "It leaves our warehouse today.",
                     *             "senderType": "agent",
                     *             "createdAt": "2026-11-20T09:16:40.018Z"
                     *           },
                     *           "lastActive": "2026-11-20T09:16:40.018Z",
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "updatedAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       },
                     *       "meta": {
                     *         "source": "postgresql"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Conversation"][];
                        meta: {
                            /**
                             * @description Datastore that was read; diagnostic only.
                             * @enum {string}
                             */
                            source: "postgresql" | "firestore";
                        };
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com",
                     *           "firstName": "Grace",
                     *           "lastName": "Hopper",
                     *           "fullName": "Grace Hopper",
                     *           "avatarUrl": "",
                     *           "role": "admin",
                     *           "active": true,
                     *           "enableAwayMode": null,
                     *           "createdAt": "2026-06-01T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"][];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *         "email": "grace@example.com",
                     *         "firstName": "Grace",
                     *         "lastName": "Hopper",
                     *         "fullName": "Grace Hopper",
                     *         "avatarUrl": "",
                     *         "role": "admin",
                     *         "active": true,
                     *         "enableAwayMode": null,
                     *         "createdAt": "2026-06-01T08:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         "delivery"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: string[];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "url": "https://shop.example.com/parley-events",
                     *           "events": [
                     *             "message.created",
                     *             "conversation.state_changed"
                     *           ],
                     *           "isActive": true,
                     *           "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *           "metadata": {
                     *             "environment": "production"
                     *           },
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "updatedAt": "2026-11-20T09:14:07.512Z",
                     *           "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *           "lastDeliveryStatus": "delivered",
                     *           "lastDeliveryError": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"][];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At least one; repeats are dropped. */
                    events: string[];
                    /** @description Your own data, up to 2,048 bytes as JSON; never sent with events. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description https, at a public address, up to 2,048 characters. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description At least one; repeats are dropped. */
                    events?: string[];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    digestSubscriptionEvents: {
        parameters: {
            query: {
                /** @description A day in UTC, such as 2026-01-31. */
                day: string;
            };
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "day": "2026-11-20",
                     *         "count": 1042,
                     *         "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EventDigest"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listSubscriptionEvents: {
        parameters: {
            query?: {
                /** @description paging.nextCursor of the previous page. */
                cursor?: string;
                /** @description Records per page (max 100; larger values are capped). */
                limit?: number;
                /** @description Only events that occurred at this moment or later. */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "eventId": "019a8c42-0b29-7d11-8f00-5a1c3e7d9b20",
                     *           "type": "conversation.state_changed",
                     *           "shopId": "shop_4f1d2c3b4a596877",
                     *           "conversationId": "019a8c41-77aa-7c10-9a3d-0f2b4c6d8e91",
                     *           "occurredAt": "2026-11-20T09:16:40.018Z",
                     *           "data": {
                     *             "status": "resolved",
                     *             "previousStatus": "open"
                     *           }
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WebhookEvent"][];
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    downloadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zstd": string;
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listStores: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *           "name": "Acme",
                     *           "plan": "pro",
                     *           "owner": {
                     *             "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *             "email": "grace@example.com"
                     *           },
                     *           "settings": {
                     *             "autoAssign": false
                     *           },
                     *           "installedAt": "2026-06-01T08:00:00.000Z",
                     *           "uninstalledAt": null
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Store"][];
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    createStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    owner?: {
                        email: string;
                        firstName?: string;
                        lastName?: string;
                        password?: string;
                    };
                    /**
                     * @description Default free.
                     * @enum {string}
                     */
                    plan?: "free" | "basic" | "pro" | "plus";
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "owner": {
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com",
                     *           "password": "wq3kZ8n1pVtY"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewStore"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "owner": {
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com"
                     *         },
                     *         "settings": {
                     *           "autoAssign": false
                     *         },
                     *         "installedAt": "2026-06-01T08:00:00.000Z",
                     *         "uninstalledAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Store"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    deleteStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    changeStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * @description Default free.
                     * @enum {string}
                     */
                    plan?: "free" | "basic" | "pro" | "plus";
                    settings?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "owner": {
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com"
                     *         },
                     *         "settings": {
                     *           "autoAssign": false
                     *         },
                     *         "installedAt": "2026-06-01T08:00:00.000Z",
                     *         "uninstalledAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Store"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a2f10-6c00-7aaa-8bbb-0123456789ab",
                     *           "channel": "email",
                     *           "name": "Acme",
                     *           "address": "help@shop.example.com",
                     *           "externalId": null,
                     *           "state": "connected",
                     *           "lastError": null,
                     *           "createdAt": "2026-11-20T09:14:07.512Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ChannelAccount"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    connectChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Token that sends the account’s messages. */
                    accessToken?: string;
                    /** @description The mailbox’s email address. */
                    address?: string;
                    /** @description Of phone_messenger: the ID of the WhatsApp Business Account. Without it members cannot send its templates. */
                    businessId?: string;
                    /** @enum {string} */
                    channel: "email" | "social_messenger" | "photo_social" | "phone_messenger";
                    /** @description The provider’s id of the page, the Instagram account or the telephone number. */
                    externalId?: string;
                    imap?: {
                        /** @description imaps://user:password@host:port, or imap://…. */
                        url: string;
                    };
                    /** @description Shown to members and customers, up to 100 characters. */
                    name?: string;
                    smtp?: {
                        /** @description smtps://user:password@host:port, or smtp://…. */
                        url: string;
                    };
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a2f10-6c00-7aaa-8bbb-0123456789ab",
                     *         "channel": "email",
                     *         "name": "Acme",
                     *         "address": "help@shop.example.com",
                     *         "externalId": null,
                     *         "state": "connected",
                     *         "lastError": null,
                     *         "createdAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ChannelAccount"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    removeChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            id: string;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    makeInboundSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "secret": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            secret: string;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0197a3c2-7c10-7d2f-9b46-1c7e5a2f8d31",
                     *           "kind": "custom",
                     *           "shopDomain": "shop.example.com",
                     *           "state": "connected",
                     *           "lastError": null,
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "sync": {
                     *             "waiting": 0,
                     *             "kinds": [
                     *               {
                     *                 "kind": "order",
                     *                 "records": 1042,
                     *                 "total": null,
                     *                 "isComplete": null,
                     *                 "lastSeenAt": "2026-11-20T09:14:07.512Z"
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    connectShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description API key (Vendure). */
                    apiKey?: string;
                    /** @description Where the shop’s admin API is, such as https://shop.example/admin-api, of vendure; the shop’s address, of woocommerce. */
                    apiUrl?: string;
                    /** @description Client ID of an app for this shop in Shopify’s Dev Dashboard (Shopify). */
                    clientId?: string;
                    /** @description Client secret of the app (Shopify). */
                    clientSecret?: string;
                    /** @description REST API key with read and write access (WooCommerce). Without one, the shop is asked for it: see `connectUrl`. */
                    consumerKey?: string;
                    /** @description The secret of `consumerKey`. */
                    consumerSecret?: string;
                    /** @enum {string} */
                    kind: "custom" | "vendure" | "woocommerce" | "shopify";
                    /** @description The shop’s host name, for display (custom), or its name at Shopify, such as my-shop.myshopify.com. */
                    shopDomain?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0197a3c2-7c10-7d2f-9b46-1c7e5a2f8d31",
                     *         "kind": "custom",
                     *         "shopDomain": "shop.example.com",
                     *         "state": "connected",
                     *         "secret": "shsec_4f1d2c3b4a5968778695a4b3c2d1e0f00f1e2d3c4b5a6978",
                     *         "lastError": null,
                     *         "createdAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewConnection"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    disconnectShop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The connection’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            id: string;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
                     *         "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                     *         "type": "message.created",
                     *         "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "nextAt": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "finishedAt": "2026-11-20T09:16:40.018Z",
                     *         "body": "{\"eventId\":\"019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c\",\"type\":\"message.created\"}",
                     *         "log": [
                     *           {
                     *             "attempt": 1,
                     *             "startedAt": "2026-11-20T09:16:40.018Z",
                     *             "durationMs": 84,
                     *             "responseStatus": 200,
                     *             "error": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeliveryDetail"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
                     *         "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                     *         "type": "message.created",
                     *         "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "nextAt": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "finishedAt": "2026-11-20T09:16:40.018Z",
                     *         "body": "{\"eventId\":\"019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c\",\"type\":\"message.created\"}",
                     *         "log": [
                     *           {
                     *             "attempt": 1,
                     *             "startedAt": "2026-11-20T09:16:40.018Z",
                     *             "durationMs": 84,
                     *             "responseStatus": 200,
                     *             "error": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeliveryDetail"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listenToEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cursor?: string;
                    /**
                     * Format: date-time
                     * @description Inclusive; now, if left out.
                     */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "events": [
                     *           {
                     *             "eventId": "019a8c42-0b29-7d11-8f00-5a1c3e7d9b20",
                     *             "type": "conversation.tags_updated",
                     *             "occurredAt": "2026-11-20T09:16:40.018Z",
                     *             "body": "{\"eventId\":\"019a8c42-0b29-7d11-8f00-5a1c3e7d9b20\",\"type\":\"conversation.tags_updated\",\"shopId\":\"shop_8f14e45fceea167a5a36\",\"conversationId\":\"019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35\",\"occurredAt\":\"2026-11-20T09:16:40.018Z\",\"data\":{\"tags\":[\"delivery\"]}}"
                     *           }
                     *         ],
                     *         "nextCursor": null,
                     *         "now": "2026-11-20T09:16:40.018Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["HeardEvents"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    exportStore: {
        parameters: {
            query?: {
                /** @description Replaces names, addresses, phone numbers, IP addresses and texts; leaves out files and credentials. Default false. */
                anonymous?: boolean;
            };
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zstd": string;
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    verifyHelpDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "domain": "text",
                     *         "txtName": "text",
                     *         "txtValue": "text",
                     *         "proven": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["HelpDomainProof"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listIdentitySecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
                     *           "createdAt": "2026-11-20T09:14:07.512Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["IdentitySecret"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    createIdentitySecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
                     *         "secret": "ids_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "createdAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewIdentitySecret"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    deleteIdentitySecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secretId: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    importRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "imported": {
                     *           "contact": 2,
                     *           "conversation": 1
                     *         },
                     *         "rejected": [
                     *           {
                     *             "line": 3,
                     *             "message": "customerUuid is not a contact of this store."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Imported"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    installStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "owner": {
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com"
                     *         },
                     *         "settings": {
                     *           "autoAssign": false
                     *         },
                     *         "installedAt": "2026-06-01T08:00:00.000Z",
                     *         "uninstalledAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Store"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
                     *           "name": "Warehouse",
                     *           "lastUsedAt": "2026-11-20T09:16:40.018Z",
                     *           "lastUsedFrom": "203.0.113.7"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Up to 50 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a81b4-5d20-7b1e-9f3a-6c2d8e4f7a90",
                     *         "name": "Warehouse",
                     *         "key": "sk_0123456789abcdef0123456789abcdef",
                     *         "createdAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    recoverMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "reset-second-factor" | "reset-password" | "make-admin";
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "memberId": "018f2b7e-9c1d-7a54-8f02-1b7a4c9d5e60",
                     *         "email": "ada@acme.example",
                     *         "role": "admin",
                     *         "link": "https://parley.example/inbox/welcome#token",
                     *         "linkExpiresAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecoveredMember"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    migrateLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "migrated": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description Conversations that were migrated. */
                            migrated: number;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    requestCustomerData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The contact’s id. */
                    customerUuid: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "customerUuid": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "requestedAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DataRequest"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    redactCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The contact’s id. */
                    customerUuid: string;
                    /** @description Names of orders to delete. */
                    orders?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c3e-7d4c-7f10-8a6b-93c5e7d20f41",
                     *         "platformId": "7203948571",
                     *         "name": "Ada Lovelace",
                     *         "firstName": "Ada",
                     *         "lastName": "Lovelace",
                     *         "email": "ada@example.com",
                     *         "phone": "+44 20 7946 0958",
                     *         "type": "customer",
                     *         "channels": [
                     *           "online_store"
                     *         ],
                     *         "tags": [
                     *           "vip"
                     *         ],
                     *         "note": null,
                     *         "customAttributes": {
                     *           "shoeSize": "39"
                     *         },
                     *         "address1": "12 St James’s Square",
                     *         "address2": null,
                     *         "city": "London",
                     *         "zip": "SW1Y 4JH",
                     *         "country": "United Kingdom",
                     *         "countryCode": "GB",
                     *         "ordersCount": 3,
                     *         "totalSpent": 248.5,
                     *         "ipAddress": "203.0.113.7",
                     *         "ipLocation": "London, United Kingdom",
                     *         "browser": "Firefox",
                     *         "browserVersion": "144.0",
                     *         "os": "macOS",
                     *         "deviceType": "desktop",
                     *         "senderSeq": 1,
                     *         "lastChatAt": "2026-11-20T09:14:07.512Z",
                     *         "createdAt": "2026-08-02T18:30:11.090Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Customer"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    makeSampleData: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default 50. */
                    contacts?: number;
                    /** @description Default 100. */
                    conversations?: number;
                    /** @description On average; default 8. */
                    messagesPerConversation?: number;
                    seed?: number | string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {}
                     *     }
                     */
                    "application/json": {
                        /** @description How many of each kind there are now. */
                        data: {
                            [key: string]: number;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    importSourceFile: {
        parameters: {
            query: {
                /** @description Its name, with its extension. */
                name: string;
                /** @description The help desk and the account that the records are from; ids are mapped within it. */
                source: string;
                /** @description Its id there. */
                sourceId: string;
            };
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            /** @description The file’s id here. */
                            id: string;
                        };
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listSourceRecords: {
        parameters: {
            query: {
                kind: "member" | "contact" | "conversation" | "message" | "file" | "faq";
                /** @description The help desk and the account that the records are from; ids are mapped within it. */
                source: string;
                sourceId: string[];
            };
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "sourceId": "4711",
                     *           "version": "1763630047"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["KnownRecord"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    importSourceRecords: {
        parameters: {
            query: {
                /** @description The help desk and the account that the records are from; ids are mapped within it. */
                source: string;
            };
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "imported": {
                     *           "conversation": 2
                     *         },
                     *         "skipped": [
                     *           {
                     *             "kind": "faq",
                     *             "sourceId": "3",
                     *             "reason": "The article has no text."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SourceImported"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    uninstallStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "owner": {
                     *           "memberId": "019a81b2-0c66-7c3d-b5e9-1f4a8d7c6e20",
                     *           "email": "grace@example.com"
                     *         },
                     *         "settings": {
                     *           "autoAssign": false
                     *         },
                     *         "installedAt": "2026-06-01T08:00:00.000Z",
                     *         "uninstalledAt": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Store"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listStoreWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *           "shopId": "shop_8f14e45fceea167a5a36",
                     *           "url": "https://shop.example.com/parley-events",
                     *           "events": [
                     *             "message.created",
                     *             "conversation.state_changed"
                     *           ],
                     *           "isActive": true,
                     *           "metadata": {
                     *             "environment": "production"
                     *           },
                     *           "createdAt": "2026-11-20T09:14:07.512Z",
                     *           "updatedAt": "2026-11-20T09:14:07.512Z",
                     *           "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *           "lastDeliveryStatus": "delivered",
                     *           "lastDeliveryError": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                status?: "pending" | "held" | "delivered" | "dropped" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
                     *           "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *           "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                     *           "type": "message.created",
                     *           "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *           "status": "delivered",
                     *           "attempts": 1,
                     *           "nextAt": "2026-11-20T09:16:40.018Z",
                     *           "createdAt": "2026-11-20T09:16:40.018Z",
                     *           "finishedAt": "2026-11-20T09:16:40.018Z"
                     *         }
                     *       ],
                     *       "paging": {
                     *         "nextCursor": "WzE3NjM2MzAyMDAwMTgsIjAxOWE4YzNlIl0",
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        paging: components["schemas"]["Paging"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getWebhookHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "attempts": 120,
                     *         "successRate": 0.99,
                     *         "medianMs": 84,
                     *         "p95Ms": 310,
                     *         "queued": 0,
                     *         "queueAgeMs": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EndpointHealth"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    redeliverFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the first of them failed.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "queued": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Queued"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The subscription’s id. */
                id: string;
                /** @description The store’s id, as POST /operator/stores answers it. */
                shopId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5b0d7c7e-3f0a-4d67-9a3e-0f1b2c3d4e5f",
                     *         "subscriptionId": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                     *         "type": "message.created",
                     *         "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                     *         "status": "delivered",
                     *         "attempts": 1,
                     *         "nextAt": "2026-11-20T09:16:40.018Z",
                     *         "createdAt": "2026-11-20T09:16:40.018Z",
                     *         "finishedAt": "2026-11-20T09:16:40.018Z",
                     *         "body": "{\"eventId\":\"019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c\",\"type\":\"message.created\"}",
                     *         "log": [
                     *           {
                     *             "attempt": 1,
                     *             "startedAt": "2026-11-20T09:16:40.018Z",
                     *             "durationMs": 84,
                     *             "responseStatus": 200,
                     *             "error": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["DeliveryDetail"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_FOUND: there is no such store, or no such record in it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    importStore: {
        parameters: {
            query?: {
                /** @description Makes a copy with this name. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/zstd": string;
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "appId": "app_3f2a9c1d8e7b6a5f4c3d",
                     *         "name": "Acme",
                     *         "plan": "pro",
                     *         "rows": 18204,
                     *         "files": 12
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MovedStore"];
                    };
                };
            };
            /** @description INVALID_PARAMS: a parameter or the body is not valid; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHENTICATED: no operator token, or a wrong one. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getLegacySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    changeLegacySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events?: string[];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    subscribeLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events: string[];
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description https, at a public address. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    unsubscribeLegacy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getLegacySubscriptionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Found. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    changeLegacySubscriptionById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    events?: string[];
                    isActive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c45-1f02-7d9a-8b47-3c5e0a9f7d26",
                     *         "shopId": "shop_8f14e45fceea167a5a36",
                     *         "url": "https://shop.example.com/parley-events",
                     *         "events": [
                     *           "message.created",
                     *           "conversation.state_changed"
                     *         ],
                     *         "isActive": true,
                     *         "secret": "whsec_5f0c9e8b3d62a4177d2e7b90019a8c3e",
                     *         "metadata": {
                     *           "environment": "production"
                     *         },
                     *         "createdAt": "2026-11-20T09:14:07.512Z",
                     *         "updatedAt": "2026-11-20T09:14:07.512Z",
                     *         "lastDeliveryAt": "2026-11-20T09:16:40.018Z",
                     *         "lastDeliveryStatus": "delivered",
                     *         "lastDeliveryError": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnknownEncoding"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    unsubscribeLegacyById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a8c42-0a17-7e5d-9b3c-2f6e8a4d1c70"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                    };
                };
            };
            400: components["responses"]["InvalidParams"];
            401: components["responses"]["Unauthenticated"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    onConversationAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "conversation.assigned",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "memberId": null,
                 *         "previousMemberId": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["AssignedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "conversation.assigned";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "conversation.created",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "type": "anonymous",
                 *         "customerId": null,
                 *         "channel": "online_store",
                 *         "isChatBot": false,
                 *         "isFirstMessage": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["ConversationCreatedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "conversation.created";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationRemoved: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "conversation.removed",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {}
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["RemovedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "conversation.removed";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationStateChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "conversation.state_changed",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "status": "resolved",
                 *         "previousStatus": "open"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["StateChangedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "conversation.state_changed";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onConversationTagsUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "conversation.tags_updated",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "tags": [
                 *           "test"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["TagsUpdatedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "conversation.tags_updated";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomerCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "customer.created",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": null,
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "customerId": "00000000-0000-7000-8000-000000000000",
                 *         "email": null,
                 *         "firstName": "Test",
                 *         "lastName": null,
                 *         "phone": null,
                 *         "tags": null,
                 *         "ordersCount": null,
                 *         "totalSpent": null
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["CustomerCreatedData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "customer.created";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "message.created",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "messageId": "00000000-0000-7000-8000-000000000000",
                 *         "text": "This is a test event.",
                 *         "senderType": "system",
                 *         "memberId": null,
                 *         "createdAt": "2026-01-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["MessageData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "message.created";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageRemoved: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "message.removed",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "messageId": "00000000-0000-7000-8000-000000000000",
                 *         "text": "This is a test event.",
                 *         "senderType": "system",
                 *         "memberId": null,
                 *         "createdAt": "2026-01-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["MessageData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "message.removed";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onMessageUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Of this subscription’s delivery; the same in each attempt. */
                "X-Webhook-Delivery-Id": string;
                /** @description The event’s name. */
                "X-Webhook-Event": string;
                /** @description The same in each attempt and for each subscription: drop what you had already. */
                "X-Webhook-Event-Id": string;
                /** @description Hex HMAC-SHA256 of the timestamp, a semicolon and the raw body, keyed with the subscription’s secret. */
                "X-Webhook-Signature": string;
                /** @description Unix time in seconds. Refuse what is older than a few minutes. */
                "X-Webhook-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "019a8c40-d2f4-7a11-b1c2-0d9e8f7a6b5c",
                 *       "type": "message.updated",
                 *       "shopId": "shop_8f14e45fceea167a5a36",
                 *       "conversationId": "019a8c3e-7d51-7a02-9c1f-4b8e2d6f1a35",
                 *       "occurredAt": "2026-11-20T09:16:40.018Z",
                 *       "data": {
                 *         "messageId": "00000000-0000-7000-8000-000000000000",
                 *         "text": "This is a test event.",
                 *         "senderType": "system",
                 *         "memberId": null,
                 *         "createdAt": "2026-01-01T00:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As GET /chat/conversations/{id} takes it. */
                    conversationId: string | null;
                    data: components["schemas"]["MessageData"] | components["schemas"]["Truncated"];
                    /** Format: uuid */
                    eventId: string;
                    /**
                     * Format: date-time
                     * @description Order by it: events may arrive in any order.
                     */
                    occurredAt: string;
                    shopId: string;
                    /** @constant */
                    type: "message.updated";
                };
            };
        };
        responses: {
            /** @description Delivered. Answer within 10 seconds, and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Dropped, never tried again; 3xx too. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Tried again, up to seven times over some nine hours; no answer too. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The endpoint is gone: the subscription is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
