// SQLSTATEs of PostgreSQL that rules of ours depend on.

/** Two transactions waited for each other; this one was ended. */
export const DEADLOCK = '40P01'
/** A transaction has to be run again from its start. */
export const SERIALIZATION_FAILURE = '40001'
/** What `nowait` says where it would have to wait. */
export const LOCKED = '55P03'
/** Another row has this key. */
export const KEY_TAKEN = '23505'
/** The row that this one belongs to is gone. */
export const PARENT_GONE = '23503'
/** An earlier statement of the transaction has failed. */
export const TRANSACTION_HAD_FAILED = '25P02'
/** A setting that is not there: row-level security refuses without a store. */
export const NO_STORE_SET = '42704'
/** A right that the user does not have. */
export const NOT_ALLOWED = '42501'
/** A write at a server that takes none, such as a standby. */
export const READ_ONLY = '25006'
