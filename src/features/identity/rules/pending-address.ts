/**
 * Pending addresses: an address that somebody else sets for a person. It takes effect when the reader of its mails
 * confirms it and, if the account was ever used, the former address has had three days to refuse.
 */
const threeDaysMs = 72 * 3_600_000

/** The instant from which an address may take effect. A person's own request, or an unused account, needs no delay. */
export const takesEffectFrom = (
  change: { readonly isOwn: boolean; readonly wasUsed: boolean },
  now: Date,
): Date => (change.isOwn || !change.wasUsed ? now : new Date(now.getTime() + threeDaysMs))

export type PendingAddress = {
  readonly email: string
  /** True when the reader of the new address has confirmed it. */
  readonly isConfirmed: boolean
  /** Instant before which the address does not take effect. */
  readonly after: string
}

/** True when the reader of the new address has confirmed it, and the delay is over. */
export const takesEffectNow = ({ isConfirmed, after }: PendingAddress, now: Date): boolean =>
  isConfirmed && after <= now.toISOString()
