/**
 * A company's history, made with the product's own commands as its people would make it. All commands run in one
 * transaction, each at an instant in the past, so that the company is there whole or not at all.
 */
import { insertFile } from '#features/files/store.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day, dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import type { Currency } from '#kernel/money.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, streamFrom } from '#server/files/file-store.ts'

export class CompanyHistory {
  protected readonly tx: TenantTx
  readonly files: FileStore
  #latestDaysAgo = Number.POSITIVE_INFINITY
  readonly zone: string
  readonly currency: Currency

  constructor(tx: TenantTx, files: FileStore, company: { timeZone: string; currency: Currency }) {
    this.tx = tx
    this.files = files
    this.zone = company.timeZone
    this.currency = company.currency
  }

  /** Mail of an invitation: none is sent, because the people are invented. */
  readonly invite: Invite = async () => {}

  /** The transaction, at the instant of so many days ago. Calls go from older days to newer ones, as the journal does. */
  before(days: number): TenantTx {
    if (days > this.#latestDaysAgo)
      throw new Error(`the story goes back from day ${this.#latestDaysAgo} to day ${days}`)
    this.#latestDaysAgo = days
    return this.tx.at(new Date(this.tx.now.getTime() - days * 86_400_000))
  }

  /** Day that comes so many days after today. */
  dayIn(days: number): Day {
    return addDays(dayFromInstant(this.tx.now, this.zone), days)
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

  /** Uploads a PDF with these lines, and returns its id. */
  pdf(tx: TenantTx, actor: Actor, name: string, lines: readonly string[]): Promise<string> {
    return this.file(tx, actor, name, simplePdf(lines))
  }

  /** Uploads a file, and returns its id. */
  async file(tx: TenantTx, actor: Actor, name: string, bytes: Buffer): Promise<string> {
    const id = newId(tx.now.getTime())
    const blob = await this.files.receive(tx.companyId, id, streamFrom(bytes))
    await insertFile(tx, { ...blob, id, name, uploadedBy: actor.userId })
    return id
  }
}

/** The result of a command; @throws for a refusal, because a story only does what the rules allow. */
export function unlessRefused<T>(result: T | Refusal): T {
  if (isRefusal(result)) throw new Error(`the story was refused: ${JSON.stringify(result)}`)
  return result
}
