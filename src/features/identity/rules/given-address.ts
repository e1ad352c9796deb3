/**
 * An address given by somebody else is not the person's yet. It becomes so when whoever reads it confirms it and, if
 * the account was ever used, the former address has had three days to refuse.
 */
const threeDaysMs = 72 * 3_600_000

/** From when on a given address may take effect. One that the person gives themselves waits for nobody. */
export const mayCountFrom = (
  asked: { readonly isOwn: boolean; readonly wasUsed: boolean },
  now: Date,
): Date => (asked.isOwn || !asked.wasUsed ? now : new Date(now.getTime() + threeDaysMs))

export type GivenAddress = {
  readonly email: string
  readonly isConfirmed: boolean
  readonly after: string
}

export const countsNow = ({ isConfirmed, after }: GivenAddress, now: Date): boolean =>
  isConfirmed && after <= now.toISOString()
