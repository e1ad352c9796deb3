/** Routes that make and change a project, and of the own permissions in projects. */
import { changeProject as change } from '#features/projects/commands/change-project.ts'
import { createProject as create } from '#features/projects/commands.ts'
import { projectWords } from '#features/projects/text.ts'
import { readOwnPermissions } from '#features/projects/views.ts'
import { changeProject, createProject, ownPermissions } from '#features/projects/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const projectRoutes: readonly Route[] = [
  write(createProject, projectWords, (tx, actor, { body }) => create(tx, actor, body)),
  write(changeProject, projectWords, (tx, actor, { params, body }) =>
    change(tx, actor, params.projectId, body),
  ),
  read(ownPermissions, readOwnPermissions),
]
