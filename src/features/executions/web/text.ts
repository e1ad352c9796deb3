/** Where everything that this person executes is. */
export const queueAddress = (base: string): string => `${base}/pending-confirmations`
