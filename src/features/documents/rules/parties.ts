/** Parties of an order that a list is filtered by. */
export const partyKinds = ['client', 'provider', 'requester', 'approver'] as const
export type PartyKind = (typeof partyKinds)[number]
