/**
 * A company's history, built by the product's own commands, as people would: `Stage` plays them in one transaction, each
 * at its own instant, so that the company is there whole or not at all.
 */
import { insertFile } from '#features/files/store.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import type { Currency } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, streamFrom } from '#server/files/file-store.ts'

export class Stage {
  protected readonly tx: TenantTx
  readonly #files: FileStore
  #toldUpTo = Number.POSITIVE_INFINITY
  readonly zone: string
  readonly currency: Currency

  constructor(tx: TenantTx, files: FileStore, company: { timeZone: string; currency: Currency }) {
    this.tx = tx
    this.#files = files
    this.zone = company.timeZone
    this.currency = company.currency
  }

  /** Whoever is let in is told by no mail. */
  readonly invite: Invite = async () => {}

  /** The transaction as it was some days ago. A journal is written forwards, and so the history is told. */
  before(days: number): TenantTx {
    if (days > this.#toldUpTo)
      throw new Error(`the story goes back from day ${this.#toldUpTo} to day ${days}`)
    this.#toldUpTo = days
    return this.tx.at(new Date(this.tx.now.getTime() - days * 86_400_000))
  }

  actor(who: Pick<Actor, 'userId' | 'name' | 'role' | 'clientId' | 'providerId'>): Actor {
    return {
      ...who,
      sessionId: newId(),
      companyId: this.tx.companyId,
      zone: this.zone,
      companySuspended: false,
    }
  }

  /** A sheet of paper with these lines. */
  async file(tx: TenantTx, actor: Actor, name: string, lines: readonly string[]): Promise<string> {
    const id = newId(tx.now.getTime())
    const blob = await this.#files.receive(tx.companyId, id, streamFrom(simplePdf(lines)))
    await insertFile(tx, { ...blob, id, name, uploadedBy: actor.userId })
    return id
  }
}

/** The story only does what the rules allow: a refusal here is a mistake of the story. */
export function done<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new Error(`the story was refused: ${JSON.stringify(result)}`)
  return result
}
