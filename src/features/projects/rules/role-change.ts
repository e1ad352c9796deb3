/** Permissions that a person keeps when their role changes. */
import { permissionReach, personSide } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'

/** Role of a person, and the client that they work for. */
export type RoleAndClient = Pick<Actor, 'role' | 'clientId'>

/** True when permissions by name in a project of this client outlast a change to this role: on the company's side, or on that client's. */
export const keepsNamed = (after: RoleAndClient, clientId: string): boolean =>
  personSide(after, clientId) !== 'neither'

/** True when a global list outlasts a change of role: only while it counts in the same projects as before. */
export function keepsEverywhere(before: RoleAndClient, after: RoleAndClient): boolean {
  const [former, next] = [permissionReach(before), permissionReach(after)]
  if (former.kind === 'client' && next.kind === 'client') return former.clientId === next.clientId
  return former.kind === next.kind && next.kind !== 'nothing'
}
