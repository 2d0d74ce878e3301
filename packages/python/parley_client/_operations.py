"""Made by scripts/generate-python.ts from the service's OpenAPI document; not changed by hand."""

# fmt: off
from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote


def _path(value: str) -> str:
    """A part of a path. One that is empty, "." or ".." is in no address."""
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} cannot be part of a path")
    return quote(value, safe="")


class Conversation(TypedDict):
    id: str
    firestoreId: str | None
    pgConvoId: str | None
    shopId: str
    sessionId: str | None
    customerUuid: str | None
    customerName: str | None
    customerEmail: str | None
    customerType: Literal["anonymous", "guest", "customer"]
    status: Literal["open", "resolved"]
    isChatBot: bool
    hasChatBot: bool
    isRead: bool
    isCustomerRead: bool
    isOnline: bool
    isBlock: bool
    isStarred: bool
    hasFirstMsg: bool
    hidePreChatMessage: Literal["", "by-user", "by-admin"]
    memberId: str | None
    channels: list[str]
    tags: list[str]
    messageCount: int | None
    lastMessage: ConversationLastMessage | None
    lastActive: str | None
    createdAt: str | None
    updatedAt: str | None
    isRedacted: NotRequired[bool]


class ConversationLastMessage(TypedDict):
    text: str
    senderType: Literal["customer", "agent", "bot", "system"]
    createdAt: str


class Paging(TypedDict):
    nextCursor: str | None
    hasMore: bool


class Error(TypedDict):
    error: ErrorError


class ErrorError(TypedDict):
    code: str
    message: str


class ConversationDetail(TypedDict):
    id: str
    firestoreId: str | None
    pgConvoId: str | None
    shopId: str
    sessionId: str | None
    customerUuid: str | None
    customerName: str | None
    customerEmail: str | None
    customerType: Literal["anonymous", "guest", "customer"]
    status: Literal["open", "resolved"]
    isChatBot: bool
    hasChatBot: bool
    isRead: bool
    isCustomerRead: bool
    isOnline: bool
    isBlock: bool
    isStarred: bool
    hasFirstMsg: bool
    hidePreChatMessage: Literal["", "by-user", "by-admin"]
    memberId: str | None
    channels: list[str]
    tags: list[str]
    messageCount: int | None
    lastMessage: ConversationDetailLastMessage | None
    lastActive: str | None
    createdAt: str | None
    updatedAt: str | None
    customerPhone: None
    memberName: None
    teamId: None
    unreadCount: Literal[0]
    isRedacted: NotRequired[bool]


class ConversationDetailLastMessage(TypedDict):
    text: str
    senderType: Literal["customer", "agent", "bot", "system"]
    createdAt: str


class BrowsedPage(TypedDict):
    url: str
    title: str
    viewedAt: str


class Summary(TypedDict):
    text: str
    createdAt: str
    updatedAt: str


class Typing(TypedDict):
    conversationId: str
    memberId: str
    active: bool


class Message(TypedDict):
    id: str
    text: str
    senderName: str
    memberId: str | None
    isAdmin: bool
    isAutomated: bool
    isBot: bool
    isNote: bool
    isFirst: bool
    isTransfer: bool
    isQuickReplyMsg: bool
    isAskBotMessage: bool
    topic: str | None
    chatbotProducts: list[MessageChatbotProductsItem]
    chatbotFaqs: list[MessageChatbotFaqsItem]
    files: list[MessageFilesItem]
    replyMessage: MessageReplyMessage | None
    createdAt: str


MessageChatbotProductsItem = TypedDict("MessageChatbotProductsItem", {})


MessageChatbotFaqsItem = TypedDict("MessageChatbotFaqsItem", {})


MessageFilesItem = TypedDict("MessageFilesItem", {})


MessageReplyMessage = TypedDict("MessageReplyMessage", {})


class MessageDetail(TypedDict):
    id: str
    text: str
    senderName: str
    memberId: str | None
    isAdmin: bool
    isAutomated: bool
    isBot: bool
    isNote: bool
    isFirst: bool
    isTransfer: bool
    isQuickReplyMsg: bool
    isAskBotMessage: bool
    isDeleted: bool
    contentType: Literal["text", "file"]
    topic: str | None
    chatbotProducts: list[MessageDetailChatbotProductsItem]
    chatbotFaqs: list[MessageDetailChatbotFaqsItem]
    files: list[MessageDetailFilesItem]
    replyMessage: MessageDetailReplyMessage | None
    createdAt: str


MessageDetailChatbotProductsItem = TypedDict("MessageDetailChatbotProductsItem", {})


MessageDetailChatbotFaqsItem = TypedDict("MessageDetailChatbotFaqsItem", {})


MessageDetailFilesItem = TypedDict("MessageDetailFilesItem", {})


MessageDetailReplyMessage = TypedDict("MessageDetailReplyMessage", {})


class Note(TypedDict):
    id: str
    text: str
    isUpdated: bool
    createdAt: str
    updatedAt: str


class Deleted(TypedDict):
    id: str


class Attribute(TypedDict):
    id: str
    name: str
    value: str
    createdAt: str
    updatedAt: str


class Customer(TypedDict):
    id: str
    platformId: str | None
    name: str | None
    firstName: str | None
    lastName: str | None
    email: str | None
    phone: str | None
    type: Literal["anonymous", "guest", "customer"]
    channels: list[str]
    tags: list[str] | None
    note: str | None
    customAttributes: dict[str, Any] | None
    address1: str | None
    address2: str | None
    city: str | None
    zip: str | None
    country: str | None
    countryCode: str | None
    ordersCount: int | None
    totalSpent: float | None
    ipAddress: str | None
    ipLocation: str | None
    browser: str | None
    browserVersion: str | None
    os: str | None
    deviceType: str | None
    senderSeq: int | None
    lastChatAt: str | None
    createdAt: str
    updatedAt: str | None
    isRedacted: NotRequired[bool]


class Member(TypedDict):
    id: str
    email: str
    firstName: str | None
    lastName: str | None
    fullName: str
    avatarUrl: str
    role: Literal["admin", "member"]
    active: bool
    enableAwayMode: bool | None
    createdAt: str


class Subscription(TypedDict):
    id: str
    shopId: str
    url: str
    events: list[str]
    isActive: bool
    secret: str
    metadata: SubscriptionMetadata
    createdAt: str
    updatedAt: str
    lastDeliveryAt: NotRequired[str]
    lastDeliveryStatus: NotRequired[Literal["delivered", "retrying", "dropped", "failed"]]
    lastDeliveryError: NotRequired[str | None]


SubscriptionMetadata = TypedDict("SubscriptionMetadata", {})


class WebhookEvent(TypedDict):
    eventId: str
    type: str
    shopId: str
    conversationId: str | None
    occurredAt: str
    data: WebhookEventData


WebhookEventData = TypedDict("WebhookEventData", {})


class EventDigest(TypedDict):
    day: str
    count: int
    digest: str


class NewStore(TypedDict):
    shopId: str
    appId: str
    name: str
    plan: Literal["free", "basic", "pro", "plus"]
    owner: NewStoreOwner | None


class NewStoreOwner(TypedDict):
    memberId: str
    email: str
    password: str | None


class Store(TypedDict):
    shopId: str
    appId: str
    name: str
    plan: Literal["free", "basic", "pro", "plus"]
    owner: StoreOwner | None
    settings: StoreSettings
    installedAt: str
    uninstalledAt: str | None


class StoreOwner(TypedDict):
    memberId: str
    email: str | None


StoreSettings = TypedDict("StoreSettings", {})


class KnownRecord(TypedDict):
    sourceId: str
    version: str | None


class NewKey(TypedDict):
    id: str
    name: str
    key: str
    createdAt: str


class Key(TypedDict):
    id: str
    name: str
    lastUsedAt: str | None
    lastUsedFrom: str | None


class NewIdentitySecret(TypedDict):
    id: str
    secret: str
    createdAt: str


class IdentitySecret(TypedDict):
    id: str
    createdAt: str


class RecoveredMember(TypedDict):
    memberId: str
    email: str
    role: Literal["admin", "member"]
    link: str | None
    linkExpiresAt: str | None


class DataRequest(TypedDict):
    customerUuid: str
    requestedAt: str


class HelpDomainProof(TypedDict):
    domain: str
    txtName: str
    txtValue: str
    proven: bool


class Webhook(TypedDict):
    id: str
    shopId: str
    url: str
    events: list[str]
    isActive: bool
    metadata: WebhookMetadata
    createdAt: str
    updatedAt: str
    lastDeliveryAt: NotRequired[str]
    lastDeliveryStatus: NotRequired[Literal["delivered", "retrying", "dropped", "failed"]]
    lastDeliveryError: NotRequired[str | None]


WebhookMetadata = TypedDict("WebhookMetadata", {})


class EndpointHealth(TypedDict):
    attempts: int
    successRate: float | None
    medianMs: float | None
    p95Ms: float | None
    queued: int
    queueAgeMs: float | None


class DeliveryDetail(TypedDict):
    id: str
    subscriptionId: str
    eventId: str
    type: str
    conversationId: str | None
    status: Literal["pending", "held", "delivered", "dropped", "failed", "cancelled"]
    attempts: int
    nextAt: str | None
    createdAt: str
    finishedAt: str | None
    body: str
    log: list[DeliveryDetailLogItem]


class DeliveryDetailLogItem(TypedDict):
    attempt: int
    startedAt: str
    durationMs: int
    responseStatus: int | None
    error: str | None


class Delivery(TypedDict):
    id: str
    subscriptionId: str
    eventId: str
    type: str
    conversationId: str | None
    status: Literal["pending", "held", "delivered", "dropped", "failed", "cancelled"]
    attempts: int
    nextAt: str | None
    createdAt: str
    finishedAt: str | None


class Queued(TypedDict):
    queued: int


class HeardEvents(TypedDict):
    events: list[HeardEventsEventsItem]
    nextCursor: str | None
    now: str


class HeardEventsEventsItem(TypedDict):
    eventId: str
    type: str
    occurredAt: str
    body: str


class ChannelAccount(TypedDict):
    id: str
    channel: Literal["email", "social_messenger", "photo_social", "phone_messenger"]
    name: str | None
    address: str | None
    externalId: str | None
    state: Literal["connected", "broken", "disconnected"]
    lastError: str | None
    createdAt: str


class NewConnection(TypedDict):
    id: str
    kind: Literal["custom", "vendure", "woocommerce", "shopify"]
    shopDomain: str | None
    state: Literal["connected", "broken", "disconnected"]
    secret: str
    lastError: str | None
    createdAt: str


class NewConnection1(TypedDict):
    id: str
    kind: Literal["custom", "vendure", "woocommerce", "shopify"]
    shopDomain: str | None
    state: Literal["connected", "broken", "disconnected"]
    lastError: str | None
    createdAt: str
    connectUrl: NotRequired[str]


class Connection(TypedDict):
    id: str
    kind: Literal["custom", "vendure", "woocommerce", "shopify"]
    shopDomain: str | None
    state: Literal["connected", "broken", "disconnected"]
    lastError: str | None
    createdAt: str
    sync: ConnectionSync


class ConnectionSync(TypedDict):
    waiting: int
    kinds: list[ConnectionSyncKindsItem]


class ConnectionSyncKindsItem(TypedDict):
    kind: str
    records: int
    total: int | None
    isComplete: bool | None
    lastSeenAt: str | None


class MovedStore(TypedDict):
    shopId: str
    appId: str
    name: str
    plan: Literal["free", "basic", "pro", "plus"]
    rows: int
    files: int


class SourceImported(TypedDict):
    imported: dict[str, Any]
    skipped: list[SourceImportedSkippedItem]


class SourceImportedSkippedItem(TypedDict):
    kind: str
    sourceId: str
    reason: str


class Imported(TypedDict):
    imported: dict[str, Any]
    rejected: list[ImportedRejectedItem]


class ImportedRejectedItem(TypedDict):
    line: int
    message: str


class MessageData(TypedDict):
    messageId: str
    text: str
    senderType: Literal["customer", "agent", "bot", "system"]
    memberId: str | None
    createdAt: str


class Truncated(TypedDict):
    truncated: Literal[true]
    originalSize: int


class ConversationCreatedData(TypedDict):
    type: Literal["anonymous", "guest", "customer"]
    customerId: str | None
    channel: Literal["online_store", "email", "social_messenger", "photo_social", "phone_messenger"]
    isChatBot: bool
    isFirstMessage: bool


class StateChangedData(TypedDict):
    status: Literal["open", "resolved"]
    previousStatus: Literal["open", "resolved"]


class AssignedData(TypedDict):
    memberId: str | None
    previousMemberId: str | None


class TagsUpdatedData(TypedDict):
    tags: list[str]


RemovedData = TypedDict("RemovedData", {})


class CustomerCreatedData(TypedDict):
    customerId: str
    email: str | None
    firstName: str | None
    lastName: str | None
    phone: str | None
    tags: list[str] | None
    ordersCount: int | None
    totalSpent: float | None


class ListConversationsAnswer(TypedDict):
    data: list[Conversation]
    paging: Paging
    meta: ListConversationsAnswerMeta


class ListConversationsAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class GetConversationAnswer(TypedDict):
    data: ConversationDetail
    meta: GetConversationAnswerMeta


class GetConversationAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class ListRelatedConversationsAnswer(TypedDict):
    data: list[Conversation]
    paging: Paging
    meta: ListRelatedConversationsAnswerMeta


class ListRelatedConversationsAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class ListBrowsedPagesAnswer(TypedDict):
    data: list[BrowsedPage]


class GetSummaryAnswer(TypedDict):
    data: Summary


class SetStateBody(TypedDict):
    status: Literal["open", "resolved"]


class SetStateAnswer(TypedDict):
    data: ConversationDetail


class AssignBody(TypedDict):
    memberId: str | None


class AssignAnswer(TypedDict):
    data: ConversationDetail


class MarkReadAnswer(TypedDict):
    data: ConversationDetail


class SetTypingBody(TypedDict):
    memberId: str
    active: bool


class SetTypingAnswer(TypedDict):
    data: Typing


class ListMessagesAnswer(TypedDict):
    data: list[Message]
    paging: Paging
    meta: ListMessagesAnswerMeta


class ListMessagesAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class PostMessageBody(TypedDict):
    text: str
    memberId: NotRequired[str | None]
    isNote: NotRequired[bool]
    asCustomer: NotRequired[bool]


class PostMessageAnswer(TypedDict):
    data: MessageDetail


class GetMessageAnswer(TypedDict):
    data: MessageDetail
    meta: GetMessageAnswerMeta


class GetMessageAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class ListTagsAnswer(TypedDict):
    data: list[str]


class AddTagsBody(TypedDict):
    tags: list[str]


class AddTagsAnswer(TypedDict):
    data: list[str]


class RemoveTagAnswer(TypedDict):
    data: list[str]


class AddNoteBody(TypedDict):
    text: str


class AddNoteAnswer(TypedDict):
    data: Note


class EditNoteBody(TypedDict):
    text: str


class EditNoteAnswer(TypedDict):
    data: Note


class RemoveNoteAnswer(TypedDict):
    data: Deleted


class ListAttributesAnswer(TypedDict):
    data: list[Attribute]


class SetAttributeBody(TypedDict):
    name: str
    value: str


class SetAttributeAnswer(TypedDict):
    data: Attribute


class EditAttributeBody(TypedDict):
    name: NotRequired[str]
    value: NotRequired[str]


class EditAttributeAnswer(TypedDict):
    data: Attribute


class RemoveAttributeAnswer(TypedDict):
    data: Deleted


class GetCustomerAnswer(TypedDict):
    data: Customer


class ListCustomerConversationsAnswer(TypedDict):
    data: list[Conversation]
    paging: Paging
    meta: ListCustomerConversationsAnswerMeta


class ListCustomerConversationsAnswerMeta(TypedDict):
    source: Literal["postgresql", "firestore"]


class ListMembersAnswer(TypedDict):
    data: list[Member]


class GetMemberAnswer(TypedDict):
    data: Member


class SubscribeBody(TypedDict):
    url: str
    events: list[str]
    metadata: NotRequired[SubscribeBodyMetadata]


SubscribeBodyMetadata = TypedDict("SubscribeBodyMetadata", {})


class SubscribeAnswer(TypedDict):
    data: Subscription


class ListSubscriptionsAnswer(TypedDict):
    data: list[Subscription]


class ChangeSubscriptionBody(TypedDict):
    isActive: NotRequired[bool]
    events: NotRequired[list[str]]


class ChangeSubscriptionAnswer(TypedDict):
    data: Subscription


class UnsubscribeAnswer(TypedDict):
    data: Deleted


class ListSubscriptionEventsAnswer(TypedDict):
    data: list[WebhookEvent]
    paging: Paging


class DigestSubscriptionEventsAnswer(TypedDict):
    data: EventDigest


class CreateStoreBody(TypedDict):
    name: str
    plan: NotRequired[Literal["free", "basic", "pro", "plus"]]
    owner: NotRequired[CreateStoreBodyOwner]


class CreateStoreBodyOwner(TypedDict):
    email: str
    password: NotRequired[str]
    firstName: NotRequired[str]
    lastName: NotRequired[str]


class CreateStoreAnswer(TypedDict):
    data: NewStore


class ListStoresAnswer(TypedDict):
    data: list[Store]
    paging: Paging


class GetStoreAnswer(TypedDict):
    data: Store


class ChangeStoreBody(TypedDict):
    name: NotRequired[str]
    plan: NotRequired[Literal["free", "basic", "pro", "plus"]]
    settings: NotRequired[ChangeStoreBodySettings]


ChangeStoreBodySettings = TypedDict("ChangeStoreBodySettings", {})


class ChangeStoreAnswer(TypedDict):
    data: Store


class DeleteStoreAnswer(TypedDict):
    data: Deleted


class UninstallStoreAnswer(TypedDict):
    data: Store


class InstallStoreAnswer(TypedDict):
    data: Store


class ListSourceRecordsAnswer(TypedDict):
    data: list[KnownRecord]


class ImportSourceRecordsAnswer(TypedDict):
    data: SourceImported


class CreateKeyBody(TypedDict):
    name: str


class CreateKeyAnswer(TypedDict):
    data: NewKey


class ListKeysAnswer(TypedDict):
    data: list[Key]


class DeleteKeyAnswer(TypedDict):
    data: Deleted


class CreateIdentitySecretAnswer(TypedDict):
    data: NewIdentitySecret


class ListIdentitySecretsAnswer(TypedDict):
    data: list[IdentitySecret]


class DeleteIdentitySecretAnswer(TypedDict):
    data: Deleted


class MakeSampleDataBody(TypedDict):
    contacts: NotRequired[int]
    conversations: NotRequired[int]
    messagesPerConversation: NotRequired[int]
    seed: NotRequired[int | str]


class MakeSampleDataAnswer(TypedDict):
    data: dict[str, Any]


class MigrateLegacyAnswer(TypedDict):
    data: MigrateLegacyAnswerData


class MigrateLegacyAnswerData(TypedDict):
    migrated: int


class RecoverMemberBody(TypedDict):
    email: str
    action: Literal["reset-second-factor", "reset-password", "make-admin"]


class RecoverMemberAnswer(TypedDict):
    data: RecoveredMember


class RedactCustomerBody(TypedDict):
    customerUuid: str
    orders: NotRequired[list[str]]


class RedactCustomerAnswer(TypedDict):
    data: Customer


class RequestCustomerDataBody(TypedDict):
    customerUuid: str


class RequestCustomerDataAnswer(TypedDict):
    data: DataRequest


class VerifyHelpDomainAnswer(TypedDict):
    data: HelpDomainProof


class ListStoreWebhooksAnswer(TypedDict):
    data: list[Webhook]


class GetWebhookHealthAnswer(TypedDict):
    data: EndpointHealth


class SendTestEventAnswer(TypedDict):
    data: DeliveryDetail


class ListDeliveriesAnswer(TypedDict):
    data: list[Delivery]
    paging: Paging


class RedeliverFailedBody(TypedDict):
    since: str


class RedeliverFailedAnswer(TypedDict):
    data: Queued


class ListenToEventsBody(TypedDict):
    since: NotRequired[str]
    cursor: NotRequired[str]


class ListenToEventsAnswer(TypedDict):
    data: HeardEvents


class GetDeliveryAnswer(TypedDict):
    data: DeliveryDetail


class RedeliverAnswer(TypedDict):
    data: DeliveryDetail


class ConnectChannelBody(TypedDict):
    channel: Literal["email", "social_messenger", "photo_social", "phone_messenger"]
    name: NotRequired[str]
    address: NotRequired[str]
    smtp: NotRequired[ConnectChannelBodySmtp]
    imap: NotRequired[ConnectChannelBodyImap]
    externalId: NotRequired[str]
    accessToken: NotRequired[str]
    businessId: NotRequired[str]


class ConnectChannelBodySmtp(TypedDict):
    url: str


class ConnectChannelBodyImap(TypedDict):
    url: str


class ConnectChannelAnswer(TypedDict):
    data: ChannelAccount


class ListChannelsAnswer(TypedDict):
    data: list[ChannelAccount]


class RemoveChannelAnswer(TypedDict):
    data: RemoveChannelAnswerData


class RemoveChannelAnswerData(TypedDict):
    id: str


class MakeInboundSecretAnswer(TypedDict):
    data: MakeInboundSecretAnswerData


class MakeInboundSecretAnswerData(TypedDict):
    secret: str


class ConnectShopBody(TypedDict):
    kind: Literal["custom", "vendure", "woocommerce", "shopify"]
    shopDomain: NotRequired[str]
    apiUrl: NotRequired[str]
    apiKey: NotRequired[str]
    consumerKey: NotRequired[str]
    consumerSecret: NotRequired[str]
    clientId: NotRequired[str]
    clientSecret: NotRequired[str]


class ConnectShopAnswer(TypedDict):
    data: NewConnection


class ListConnectionsAnswer(TypedDict):
    data: list[Connection]


class DisconnectShopAnswer(TypedDict):
    data: DisconnectShopAnswerData


class DisconnectShopAnswerData(TypedDict):
    id: str


class ImportRecordsAnswer(TypedDict):
    data: Imported


class Operations:
    """A method for each operation of the API; `request` is the client's."""

    def request(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None, idempotency_key: str | None = None) -> Any:
        raise NotImplementedError

    def list_conversations(self, *, status: Literal["open", "resolved"] | None = None, channel: Literal["online_store", "email", "social_messenger", "photo_social", "phone_messenger"] | None = None, assignee_id: str | None = None, is_read: bool | None = None, tag: list[str] | None = None, customer_uuid: str | None = None, email: str | None = None, limit: int | None = None, cursor: str | None = None) -> ListConversationsAnswer:
        """List conversations."""
        return self.request("GET", "/chat/conversations", query={"status": status, "channel": channel, "assigneeId": assignee_id, "isRead": is_read, "tag": tag, "customerUuid": customer_uuid, "email": email, "limit": limit, "cursor": cursor})

    def get_conversation(self, id: str) -> GetConversationAnswer:
        """Get one conversation."""
        return self.request("GET", f"/chat/conversations/{_path(id)}")

    def list_related_conversations(self, id: str, *, limit: int | None = None, cursor: str | None = None) -> ListRelatedConversationsAnswer:
        """List other conversations of the same customer."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/related", query={"limit": limit, "cursor": cursor})

    def list_browsed_pages(self, id: str) -> ListBrowsedPagesAnswer:
        """List pages viewed in the conversation’s session."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/browsed-pages")

    def get_summary(self, id: str) -> GetSummaryAnswer:
        """Get the AI’s summary."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/summary")

    def set_state(self, id: str, body: SetStateBody) -> SetStateAnswer:
        """Resolve or reopen."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/state", body=body)

    def assign(self, id: str, body: AssignBody) -> AssignAnswer:
        """Assign or unassign."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/assign", body=body)

    def mark_read(self, id: str) -> MarkReadAnswer:
        """Mark as read by the team."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/read")

    def set_typing(self, id: str, body: SetTypingBody) -> SetTypingAnswer:
        """Show or hide a member’s typing indicator."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/typing", body=body)

    def list_messages(self, id: str, *, limit: int | None = None, cursor: str | None = None, order: Literal["asc", "desc"] | None = None) -> ListMessagesAnswer:
        """List messages."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/messages", query={"limit": limit, "cursor": cursor, "order": order})

    def post_message(self, id: str, body: PostMessageBody, *, idempotency_key: str | None = None) -> PostMessageAnswer:
        """Send a message."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/messages", body=body, idempotency_key=idempotency_key)

    def get_message(self, id: str, message_id: str) -> GetMessageAnswer:
        """Get one message."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/messages/{_path(message_id)}")

    def list_tags(self) -> ListTagsAnswer:
        """List the store’s tag catalog."""
        return self.request("GET", "/chat/tags")

    def add_tags(self, id: str, body: AddTagsBody) -> AddTagsAnswer:
        """Append tags."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/tags", body=body)

    def remove_tag(self, id: str, tag: str) -> RemoveTagAnswer:
        """Remove a tag."""
        return self.request("DELETE", f"/chat/conversations/{_path(id)}/tags/{_path(tag)}")

    def add_note(self, id: str, body: AddNoteBody, *, idempotency_key: str | None = None) -> AddNoteAnswer:
        """Add a checklist note."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/notes", body=body, idempotency_key=idempotency_key)

    def edit_note(self, id: str, note_id: str, body: EditNoteBody) -> EditNoteAnswer:
        """Change a checklist note."""
        return self.request("PUT", f"/chat/conversations/{_path(id)}/notes/{_path(note_id)}", body=body)

    def remove_note(self, id: str, note_id: str) -> RemoveNoteAnswer:
        """Delete a checklist note."""
        return self.request("DELETE", f"/chat/conversations/{_path(id)}/notes/{_path(note_id)}")

    def list_attributes(self, id: str) -> ListAttributesAnswer:
        """List custom attributes."""
        return self.request("GET", f"/chat/conversations/{_path(id)}/attributes")

    def set_attribute(self, id: str, body: SetAttributeBody, *, idempotency_key: str | None = None) -> SetAttributeAnswer:
        """Set a custom attribute by its name."""
        return self.request("POST", f"/chat/conversations/{_path(id)}/attributes", body=body, idempotency_key=idempotency_key)

    def edit_attribute(self, id: str, attribute_id: str, body: EditAttributeBody) -> EditAttributeAnswer:
        """Change a custom attribute’s name, value or both."""
        return self.request("PUT", f"/chat/conversations/{_path(id)}/attributes/{_path(attribute_id)}", body=body)

    def remove_attribute(self, id: str, attribute_id: str) -> RemoveAttributeAnswer:
        """Delete a custom attribute."""
        return self.request("DELETE", f"/chat/conversations/{_path(id)}/attributes/{_path(attribute_id)}")

    def get_customer(self, customer_uuid: str) -> GetCustomerAnswer:
        """Get a customer’s profile."""
        return self.request("GET", f"/chat/customers/{_path(customer_uuid)}")

    def list_customer_conversations(self, customer_uuid: str, *, limit: int | None = None, cursor: str | None = None) -> ListCustomerConversationsAnswer:
        """List a customer’s conversations."""
        return self.request("GET", f"/chat/customers/{_path(customer_uuid)}/conversations", query={"limit": limit, "cursor": cursor})

    def list_members(self) -> ListMembersAnswer:
        """List the team."""
        return self.request("GET", "/chat/members")

    def get_member(self, member_id: str) -> GetMemberAnswer:
        """Get one member."""
        return self.request("GET", f"/chat/members/{_path(member_id)}")

    def subscribe(self, body: SubscribeBody) -> SubscribeAnswer:
        """Create a webhook subscription."""
        return self.request("POST", "/chat/webhooks", body=body)

    def list_subscriptions(self) -> ListSubscriptionsAnswer:
        """List webhook subscriptions, with their secrets."""
        return self.request("GET", "/chat/webhooks")

    def change_subscription(self, id: str, body: ChangeSubscriptionBody) -> ChangeSubscriptionAnswer:
        """Change events, pause or resume."""
        return self.request("PUT", f"/chat/webhooks/{_path(id)}", body=body)

    def unsubscribe(self, id: str) -> UnsubscribeAnswer:
        """Delete a webhook subscription, with its queue."""
        return self.request("DELETE", f"/chat/webhooks/{_path(id)}")

    def list_subscription_events(self, id: str, *, limit: int | None = None, cursor: str | None = None, since: str | None = None) -> ListSubscriptionEventsAnswer:
        """List a subscription’s events of the last 7 days."""
        return self.request("GET", f"/chat/webhooks/{_path(id)}/events", query={"limit": limit, "cursor": cursor, "since": since})

    def digest_subscription_events(self, id: str, *, day: str) -> DigestSubscriptionEventsAnswer:
        """Count a day’s events of a subscription."""
        return self.request("GET", f"/chat/webhooks/{_path(id)}/digest", query={"day": day})

    def create_store(self, body: CreateStoreBody) -> CreateStoreAnswer:
        """Create a store."""
        return self.request("POST", "/operator/stores", body=body)

    def list_stores(self, *, limit: int | None = None, cursor: str | None = None) -> ListStoresAnswer:
        """List stores."""
        return self.request("GET", "/operator/stores", query={"limit": limit, "cursor": cursor})

    def get_store(self, shop_id: str) -> GetStoreAnswer:
        """Get one store."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}")

    def change_store(self, shop_id: str, body: ChangeStoreBody) -> ChangeStoreAnswer:
        """Change a store’s name, plan or settings."""
        return self.request("PATCH", f"/operator/stores/{_path(shop_id)}", body=body)

    def delete_store(self, shop_id: str) -> DeleteStoreAnswer:
        """Delete an uninstalled store and all its data."""
        return self.request("DELETE", f"/operator/stores/{_path(shop_id)}")

    def uninstall_store(self, shop_id: str) -> UninstallStoreAnswer:
        """Mark the app as uninstalled."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/uninstall")

    def install_store(self, shop_id: str) -> InstallStoreAnswer:
        """Mark the app as reinstalled."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/install")

    def list_source_records(self, shop_id: str, *, source: str, kind: Literal["member", "contact", "conversation", "message", "file", "faq"], source_id: list[str]) -> ListSourceRecordsAnswer:
        """Which records of another help desk were imported."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/source-records", query={"source": source, "kind": kind, "sourceId": source_id})

    def import_source_records(self, shop_id: str, body: bytes, *, source: str) -> ImportSourceRecordsAnswer:
        """Import records of another help desk."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/source-records", query={"source": source}, body=body)

    def create_key(self, shop_id: str, body: CreateKeyBody) -> CreateKeyAnswer:
        """Create an API key."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/keys", body=body)

    def list_keys(self, shop_id: str) -> ListKeysAnswer:
        """List a store’s API keys."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/keys")

    def delete_key(self, shop_id: str, key_id: str) -> DeleteKeyAnswer:
        """Revoke an API key."""
        return self.request("DELETE", f"/operator/stores/{_path(shop_id)}/keys/{_path(key_id)}")

    def create_identity_secret(self, shop_id: str) -> CreateIdentitySecretAnswer:
        """Create an identity secret."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/identity-secrets")

    def list_identity_secrets(self, shop_id: str) -> ListIdentitySecretsAnswer:
        """List a store’s identity secrets."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/identity-secrets")

    def delete_identity_secret(self, shop_id: str, secret_id: str) -> DeleteIdentitySecretAnswer:
        """Delete an identity secret."""
        return self.request("DELETE", f"/operator/stores/{_path(shop_id)}/identity-secrets/{_path(secret_id)}")

    def make_sample_data(self, shop_id: str, body: MakeSampleDataBody) -> MakeSampleDataAnswer:
        """Generate sample data."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/sample-data", body=body)

    def migrate_legacy(self, shop_id: str) -> MigrateLegacyAnswer:
        """Migrate conversations from the legacy datastore."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/migrate-legacy")

    def recover_member(self, shop_id: str, body: RecoverMemberBody) -> RecoverMemberAnswer:
        """Let a member in again."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/members/recovery", body=body)

    def redact_customer(self, shop_id: str, body: RedactCustomerBody) -> RedactCustomerAnswer:
        """Redact a customer."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/privacy/redact", body=body)

    def request_customer_data(self, shop_id: str, body: RequestCustomerDataBody) -> RequestCustomerDataAnswer:
        """Record a customer’s request for their data."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/privacy/data-request", body=body)

    def verify_help_domain(self, shop_id: str) -> VerifyHelpDomainAnswer:
        """Prove a store’s help domain."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/help-domain/verify")

    def list_store_webhooks(self, shop_id: str) -> ListStoreWebhooksAnswer:
        """List a store’s webhook subscriptions."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/webhooks")

    def get_webhook_health(self, shop_id: str, id: str) -> GetWebhookHealthAnswer:
        """Get an endpoint’s delivery statistics."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/webhooks/{_path(id)}/health")

    def send_test_event(self, shop_id: str, id: str) -> SendTestEventAnswer:
        """Send a test event."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/webhooks/{_path(id)}/test")

    def list_deliveries(self, shop_id: str, id: str, *, status: Literal["pending", "held", "delivered", "dropped", "failed", "cancelled"] | None = None, limit: int | None = None, cursor: str | None = None) -> ListDeliveriesAnswer:
        """List a subscription’s deliveries."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/webhooks/{_path(id)}/deliveries", query={"status": status, "limit": limit, "cursor": cursor})

    def redeliver_failed(self, shop_id: str, id: str, body: RedeliverFailedBody) -> RedeliverFailedAnswer:
        """Send all failed deliveries again."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/webhooks/{_path(id)}/redeliver", body=body)

    def listen_to_events(self, shop_id: str, body: ListenToEventsBody) -> ListenToEventsAnswer:
        """Follow a store’s events without a subscription."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/events/listen", body=body)

    def get_delivery(self, shop_id: str, delivery_id: str) -> GetDeliveryAnswer:
        """Get one delivery."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/deliveries/{_path(delivery_id)}")

    def redeliver(self, shop_id: str, delivery_id: str) -> RedeliverAnswer:
        """Send an event again."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/deliveries/{_path(delivery_id)}/redeliver")

    def connect_channel(self, shop_id: str, body: ConnectChannelBody) -> ConnectChannelAnswer:
        """Connect an account at a channel."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/channels", body=body)

    def list_channels(self, shop_id: str) -> ListChannelsAnswer:
        """List a store’s accounts at channels."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/channels")

    def remove_channel(self, shop_id: str, id: str) -> RemoveChannelAnswer:
        """Remove an account."""
        return self.request("DELETE", f"/operator/stores/{_path(shop_id)}/channels/{_path(id)}")

    def make_inbound_secret(self, shop_id: str, id: str) -> MakeInboundSecretAnswer:
        """Create the secret for email by HTTP POST."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/channels/{_path(id)}/inbound-secret")

    def connect_shop(self, shop_id: str, body: ConnectShopBody) -> ConnectShopAnswer:
        """Connect a shop."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/connections", body=body)

    def list_connections(self, shop_id: str) -> ListConnectionsAnswer:
        """List a store’s connections to shops."""
        return self.request("GET", f"/operator/stores/{_path(shop_id)}/connections")

    def disconnect_shop(self, shop_id: str, id: str) -> DisconnectShopAnswer:
        """Disconnect a shop."""
        return self.request("DELETE", f"/operator/stores/{_path(shop_id)}/connections/{_path(id)}")

    def import_records(self, shop_id: str, body: bytes) -> ImportRecordsAnswer:
        """Import records, one JSON object per line."""
        return self.request("POST", f"/operator/stores/{_path(shop_id)}/import", body=body)
