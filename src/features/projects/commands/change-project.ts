/** Changes of a project's name, total and status. */
import { mayCreate as mayCreateOne } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { projectFact } from '#features/projects/facts.ts'
import { mayChangeProject, sameProject } from '#features/projects/rules.ts'
import { countActiveProjects, lockProject, saveProject } from '#features/projects/store/projects.ts'
import type { changeProject as endpoint } from '#features/projects/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Changes a project's name, total and status. An inactive project takes no new orders, and those it has go on.
 * Opening it again counts against the company's subscription like a new one.
 */
export async function changeProject(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { seen: baseInstant, ...content }: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refusal> {
  const may = mayChangeProject(actor)
  if (may !== true) return may
  // The project before the company, the order in which a submission under a subscription with a limit locks
  // them.
  const project = await lockProject(tx, id)
  if (!project) return refuse('not_found')
  const company = await lockCompany(tx)
  const current = sameProject(project, baseInstant)
  if (current !== true) return current
  if (project.status === 'inactive' && content.status === 'active') {
    const hasRoom = mayCreateOne(company, 'projects', await countActiveProjects(tx))
    if (hasRoom !== true) return hasRoom
  }
  const { name, description, totalMinor, status } = project
  await saveProject(tx, id, content)
  await record(
    tx,
    actor,
    projectFact('project.changed', id, { before: { name, description, totalMinor, status }, after: content }),
  )
  return { id }
}
