/**
 * Changes by PATCH (RFC 7644, section 3.5.2). Of a person who is here, a directory decides whether they are active and by
 * which name it knows them; the rest of what it says is understood and not kept, because it is the person's own.
 */
import { attributeNamed, isReadOnly, isRequired, userSchema } from '#features/scim/rules/attributes.ts'
import {
  activityFrom,
  longestExternalId,
  mustHaveSchema,
  readFields,
  readText,
  userAttributes,
} from '#features/scim/rules/body.ts'
import { parseFilter } from '#features/scim/rules/filter.ts'
import { ScimError } from '#features/scim/rules/scim-error.ts'

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const maxOperations = 100

/** A change of a person: what is undefined stays. */
export type Change = {
  readonly active?: boolean | undefined
  readonly externalId?: string | null | undefined
}

const verbs = ['add', 'replace', 'remove'] as const
type Verb = (typeof verbs)[number]

/** The change that the operations make, one after the other. @throws ScimError. */
export function changeFromPatch(body: unknown): Change {
  const fields = readFields(body)
  mustHaveSchema(patchSchema, fields)
  const operations = fields.get('operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'invalidSyntax', 'Falta «Operations».')
  if (operations.length > maxOperations)
    throw new ScimError(400, 'tooMany', `Más de ${maxOperations} operaciones en una petición.`)
  return Object.assign({}, ...operations.map(readChange))
}

function readChange(operation: unknown): Change {
  const fields = readFields(operation)
  const op = fields.get('op')
  const written = typeof op === 'string' ? op.toLowerCase() : null
  const verb = verbs.find(each => each === written)
  if (verb === undefined)
    throw new ScimError(400, 'invalidSyntax', 'Una operación es «add», «replace» o «remove».')
  const path = fields.get('path')
  if (path !== undefined && path !== null && path !== '')
    return isOfExtension(path) ? {} : changeAt(verb, attributeAt(path), fields.get('value'))
  if (verb === 'remove') throw new ScimError(400, 'noTarget', 'Para quitar algo hace falta «path».')
  return changeWithoutPath(verb, fields.get('value'))
}

/** A value without a path is a part of the user: an object whose fields may be paths themselves, as Entra and Okta write them. */
function changeWithoutPath(verb: Verb, value: unknown): Change {
  const changes = [...userAttributes(value)].map(([attribute, inner]) =>
    // A whole user that comes back brings what only the server gives: it is left as it is.
    isReadOnly(attribute) ? {} : changeAt(verb, attribute, inner),
  )
  return Object.assign({}, ...changes)
}

/** True for a path in a schema that is not a user's own: nothing of it is kept, and it stands beside what is. */
const isOfExtension = (path: unknown): boolean =>
  typeof path === 'string' &&
  /^urn:/i.test(path) &&
  !path.toLowerCase().startsWith(`${userSchema.toLowerCase()}:`)

/** The attribute at a path, which may choose among values by a filter in brackets. @throws ScimError `invalidPath`. */
function attributeAt(path: unknown): string {
  const found =
    typeof path === 'string' && path.length <= 500
      ? /^([^[\]]+)(?:\[(.*)\](?:\.[a-z0-9$]+)?)?$/i.exec(path)
      : null
  const [, name = '', choice] = found ?? []
  const attribute = attributeNamed(name.trim())
  if (attribute === null) throw new ScimError(400, 'invalidPath', 'El atributo de «path» no existe.')
  if (choice !== undefined) checkChoice(attribute, choice)
  return attribute
}

function checkChoice(attribute: string, choice: string): void {
  try {
    parseFilter(`${attribute}[${choice}]`)
  } catch (error) {
    if (!(error instanceof ScimError)) throw error
    throw new ScimError(400, 'invalidPath', error.message)
  }
}

function changeAt(verb: Verb, attribute: string, value: unknown): Change {
  if (isReadOnly(attribute.split('.')[0] ?? ''))
    throw new ScimError(400, 'mutability', `«${attribute}» no se cambia.`)
  if (verb === 'remove') return withoutAttribute(attribute)
  if (value === undefined) throw new ScimError(400, 'invalidValue', 'A una operación le falta «value».')
  if (attribute === 'active') return { active: activityFrom(value) }
  if (attribute === 'externalid')
    return { externalId: readText(value, 'externalId', longestExternalId) ?? null }
  return {}
}

function withoutAttribute(attribute: string): Change {
  if (isRequired(attribute)) throw new ScimError(400, 'mutability', `«${attribute}» no se quita.`)
  return attribute === 'externalid' ? { externalId: null } : {}
}
