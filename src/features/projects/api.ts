import { createProject as create } from '#features/projects/commands.ts'
import { projectWords } from '#features/projects/text.ts'
import { createProject } from '#features/projects/wire.ts'
import { type Route, write } from '#server/http/route.ts'

export const projectRoutes: readonly Route[] = [
  write(createProject, projectWords, (tx, actor, { body }) => create(tx, actor, body)),
]
