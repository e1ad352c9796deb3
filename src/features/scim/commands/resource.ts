/** A person as SCIM tells of them (RFC 7643, section 4.1), with the version that changes when anything of it does. */
import { createHash } from 'node:crypto'
import { userSchema } from '#features/scim/rules/attributes.ts'
import type { DirectoryPerson } from '#features/scim/views/people.ts'
import { roleLabel } from '#kernel/actor.ts'

export type Resource = ReturnType<typeof toResource>

/** The person's resource, below `base`, the address of the service. */
export function toResource(base: string, person: DirectoryPerson) {
  const { id, externalId, email, name, lastName, role, active, createdAt } = person
  const formatted = `${name} ${lastName}`.trim()
  const told = {
    schemas: [userSchema],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    name: { formatted, givenName: name, ...(lastName === '' ? {} : { familyName: lastName }) },
    displayName: formatted,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
    roles: [{ value: role, display: roleLabel[role], primary: true }],
  }
  const created = new Date(createdAt).toISOString()
  const location = `${base}/Users/${id}`
  return { ...told, meta: { resourceType: 'User', created, location, version: currentVersion(person) } }
}

/** Version of a person: weak, because it is of what is told and not of its bytes. */
export function currentVersion({
  id,
  externalId,
  email,
  name,
  lastName,
  role,
  active,
}: DirectoryPerson): string {
  const told = JSON.stringify([id, externalId, email, name, lastName, role, active])
  // 22 characters are 132 bits: two versions never meet by chance.
  return `W/"${createHash('sha256').update(told).digest('base64url').slice(0, 22)}"`
}
