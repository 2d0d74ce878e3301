/** What goes to other stores, and asks about them, is loaded when it is first needed. */
export const loadOtherStores = () => import('./other-stores.ts')
