/** Renewals within the time of a lease: two may fail, or be late, before it ends. */
const RENEWALS = 3

/**
 * Does work under a lease that is short, so that another process soon takes over what a killed one held: `renew` is called
 * with the lease's next end until the work is done. A renewal that fails is left to the next one.
 */
export async function underLease<T>(
  leaseMs: number,
  renew: (leaseEnd: Date) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => void renew(new Date(Date.now() + leaseMs)).catch(() => {}), leaseMs / RENEWALS)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
  }
}
