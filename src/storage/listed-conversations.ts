/** What lists of customers' conversations hold. */
export const LISTED = "datastore = 'postgresql' and not is_playground"

/** Spam is in a list of its own, and nowhere else in the inbox; REST lists it as resolved (spec C13.13). */
export const NOT_SPAM = 'status_before_spam is null'
