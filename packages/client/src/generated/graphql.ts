// Made by `npm run generate -w parley-client`; not changed by hand.

/** A contact of the store: somebody who chats, or a customer known from the platform. */
export interface Contact {
  id: string
  shopId: string
  /** The matching customer of the e-commerce platform. */
  platformCustomerId: string | null
  /** Empty when unset. */
  firstName: string
  lastName: string | null
  email: string | null
  phone: string | null
  ipLocation: string | null
  /** Where they were last seen. */
  ipAddress: string | null
  /** CUSTOMER when unclassified. */
  type: 'CUSTOMER' | 'GUEST' | 'ANONYMOUS' | (string & {})
  /** [ONLINE_STORE] when unset. */
  channels: ('ONLINE_STORE' | 'EMAIL' | 'SOCIAL_MESSENGER' | 'PHOTO_SOCIAL' | 'PHONE_MESSENGER' | (string & {}))[]
  ordersCount: number
  totalSpent: number
  createdAt: string
  updatedAt: string | null
  lastChatAt: string | null
  /** First and last name. */
  fullName: string
}

/** Every field there is. */
export const CONTACT_FIELDS = [
  'id',
  'shopId',
  'platformCustomerId',
  'firstName',
  'lastName',
  'email',
  'phone',
  'ipLocation',
  'ipAddress',
  'type',
  'channels',
  'ordersCount',
  'totalSpent',
  'createdAt',
  'updatedAt',
  'lastChatAt',
  'fullName',
] as const satisfies readonly (keyof Contact)[]
