/** Reassignment of a seat: part of the reason why it belongs to its approver. */
export type Reassigned = {
  readonly byName: string
  readonly fromName: string
  readonly reason: string | null
}

export const reassignedWords = ({ byName, fromName, reason }: Reassigned): string =>
  `Reasignada por ${byName}, en lugar de ${fromName}${reason === null ? '' : `: «${reason}»`}`
