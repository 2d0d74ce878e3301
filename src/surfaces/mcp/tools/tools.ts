import type { Tool } from '../tool.ts'
import { addNote } from './add-note.ts'
import { assignMember } from './assign-member.ts'
import { checkOrderStatus } from './check-order-status.ts'
import { collectionLookup } from './collection-lookup.ts'
import { customerSupport } from './customer-support.ts'
import { discountLookup } from './discount-lookup.ts'
import { faqRetrieval } from './faq-retrieval.ts'
import { humanAgentTransfer } from './human-agent-transfer.ts'
import { listConversations } from './list-conversations.ts'
import { listMembers } from './list-members.ts'
import { manageCart } from './manage-cart.ts'
import { productFaqLookup } from './product-faq-lookup.ts'
import { productLookup } from './product-lookup.ts'
import { registerWebhook } from './register-webhook.ts'
import { sendMessage } from './send-message.ts'
import { sizeGuideLookup } from './size-guide-lookup.ts'
import { updateTags } from './update-tags.ts'

/** Every tool, in the order in which they are listed (spec 4.7). */
export const TOOLS: Tool[] = [
  sendMessage,
  faqRetrieval,
  addNote,
  updateTags,
  assignMember,
  listMembers,
  listConversations,
  registerWebhook,
  productLookup,
  productFaqLookup,
  manageCart,
  collectionLookup,
  discountLookup,
  sizeGuideLookup,
  checkOrderStatus,
  customerSupport,
  humanAgentTransfer,
]
