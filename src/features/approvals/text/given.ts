/** Reassignment of a seat: part of the reason why it belongs to its approver. */
export type Given = { readonly byName: string; readonly fromName: string; readonly reason: string | null }

export const givenWords = ({ byName, fromName, reason }: Given): string =>
  `Reasignada por ${byName}, en lugar de ${fromName}${reason === null ? '' : `: «${reason}»`}`
