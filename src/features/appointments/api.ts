/** Routes that appoint approvers, executors and budget owners, and grant permissions. */
import { assignApprovers } from '#features/appointments/commands/assign-approvers.ts'
import { nameBudgetOwners } from '#features/appointments/commands/budget-owners.ts'
import { grantGlobalPermissions } from '#features/appointments/commands/grant-global-permissions.ts'
import { grantPermissions } from '#features/appointments/commands/grant-permissions.ts'
import { readBudgetOwners } from '#features/appointments/views/budget-owners.ts'
import { permissionsByProject } from '#features/appointments/views/by-project.ts'
import { permissionsIn, readGlobalPermissions } from '#features/appointments/views.ts'
import { changeBudgetOwners, listBudgetOwners } from '#features/appointments/wire/budget-owners.ts'
import {
  appointPeople,
  changeGlobalPermissions,
  changePermissions,
  getGlobalPermissions,
  listPermissions,
  listPersonPermissions,
} from '#features/appointments/wire.ts'
import { projectDetail } from '#features/documents/views/projects.ts'
import { projectWords } from '#features/projects/text.ts'
import { isRefusal, refuse } from '#kernel/refusal.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const appointmentRoutes: readonly Route[] = [
  write({ ...appointPeople, takesLong: true }, projectWords, async (tx, actor, { params, body }) => {
    const appointed = await assignApprovers(tx, actor, params.projectId, body)
    if (isRefusal(appointed)) return appointed
    return (await projectDetail(tx, actor, params.projectId)) ?? refuse('not_found')
  }),
  write({ ...changePermissions, takesLong: true }, projectWords, async (tx, actor, { params, body }) => {
    const changed = await grantPermissions(tx, actor, params, body.permissions)
    return isRefusal(changed) ? changed : body
  }),
  write(
    { ...changeGlobalPermissions, takesLong: true },
    projectWords,
    async (tx, actor, { params, body }) => {
      const changed = await grantGlobalPermissions(tx, actor, params.userId, body.permissions)
      return isRefusal(changed) ? changed : body
    },
  ),
  read(listPermissions, (tx, actor, { params, query }) =>
    permissionsIn(tx, actor, params.projectId, query.q),
  ),
  read(getGlobalPermissions, (tx, actor, { params }) => readGlobalPermissions(tx, actor, params.userId)),
  read(listPersonPermissions, (tx, actor, { params }) => permissionsByProject(tx, actor, params.userId)),
  read(listBudgetOwners, readBudgetOwners),
  write({ ...changeBudgetOwners, takesLong: true }, projectWords, async (tx, actor, { body }) => {
    const named = await nameBudgetOwners(tx, actor, body)
    return isRefusal(named) ? named : readBudgetOwners(tx, actor)
  }),
]
