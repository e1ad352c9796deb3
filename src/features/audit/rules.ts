/** Permission on the journal: who reads it. */
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type AuditRefusal = 'forbidden'

/** Permission to read the company's journal: for its administrators and auditors. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>): true | Refusal<AuditRefusal> =>
  readsWholeCompany(role) ? true : refuse('forbidden')
