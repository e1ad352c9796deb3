/** Ends of an order that was not approved, or is approved no more, which a Constancia certifies instead of an approval. */

export const ends = ['rejected', 'cancelled'] as const
export type End = (typeof ends)[number]

/** The end that an order in this state has reached; null for one that is under way, approved or executed. */
export const endFromState = (state: unknown): End | null => ends.find(end => end === state) ?? null
