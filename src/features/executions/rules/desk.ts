/** Desk of a person: what they do in the company, and how much of it waits. */
import { type Role, roleLabel } from '#kernel/actor.ts'

/** Number at which counting ends: beyond it, '99+' is all that is shown. */
export const maxCounted = 100

/** Count beside a menu entry; null when nothing waits. */
export function countLabel(count: number): string | null {
  if (count === 0) return null
  return count >= maxCounted ? `${maxCounted - 1}+` : String(count)
}

/** Work of a person: approving, executing, both or neither. */
export type Duties = { readonly approves: boolean; readonly executes: boolean }

/** Name of what a person does: the role does not tell who pays from who approves. */
export function dutyLabel(role: Role, { approves, executes }: Duties): string {
  if (!executes) return roleLabel[role]
  if (role === 'approver') return approves ? 'Aprobador y tesorería' : 'Tesorería'
  return role === 'client_user' && !approves ? 'Tesorería de cliente' : roleLabel[role]
}
