/** How a seat that was another's came to its person: part of why it is theirs. */
export type Given = { readonly byName: string; readonly fromName: string; readonly reason: string | null }

export const givenWords = ({ byName, fromName, reason }: Given): string =>
  `Reasignada por ${byName}, en lugar de ${fromName}${reason === null ? '' : `: «${reason}»`}`
