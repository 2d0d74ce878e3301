/** Most tags and collections of a product, and characters of a tag: as many as Shopify has. */
export const PRODUCT_TAGS_MAX = 250
export const PRODUCT_TAG_MAX = 255
export const PRODUCT_COLLECTIONS_MAX = 250
