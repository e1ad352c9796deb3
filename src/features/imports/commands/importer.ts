/** Whoever an import is done for, as they stand now. */
import { type Hand, isSampleCompany } from '#features/imports/store.ts'
import { findOwner } from '#features/recurrences/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { actorWithToken } from '#server/auth/api-tokens.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** `tokenId`: null for a session. */
export const handWith = (userId: string, tokenId: string | null): Hand =>
  tokenId === null ? { userId } : { userId, tokenId }

/** Null when they no longer work in the company, or the token with which they asked has ended. */
export async function findImporter(tx: TenantTx, { userId, tokenId }: Hand): Promise<Actor | null> {
  if (tokenId !== undefined) return actorWithToken(tx, tokenId)
  const [actor, isSample] = await Promise.all([findOwner(tx, userId), isSampleCompany(tx)])
  return actor === null ? null : { ...actor, ...(isSample ? { isSample } : {}) }
}

/** Why nobody is there any more in whose name it goes on. `did`: what they did with the import. */
export const goneText = ({ tokenId }: Hand, did: string): string =>
  tokenId === undefined
    ? `Quien ${did} la importación ya no trabaja en la empresa`
    : `La clave de API que ${did} la importación ya no es válida`
