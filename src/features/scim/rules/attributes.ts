/**
 * Attributes of a user (RFC 7643, section 4), by lower-cased name, because names are compared without regard to case:
 * those that are kept here, and the others of the standard, which a directory may say and which are not kept.
 */
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** Attributes that only the server gives. */
const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'groups'])

/** Attributes without which there is no person. */
const required: ReadonlySet<string> = new Set(['username', 'active'])

const known: ReadonlySet<string> = new Set([
  'id',
  'meta',
  'groups',
  'schemas',
  'externalid',
  'username',
  'name',
  'displayname',
  'nickname',
  'profileurl',
  'title',
  'usertype',
  'preferredlanguage',
  'locale',
  'timezone',
  'active',
  'password',
  'emails',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
])

const ofEnterprise: ReadonlySet<string> = new Set([
  'employeenumber',
  'costcenter',
  'organization',
  'division',
  'department',
  'manager',
])

export const isReadOnly = (attribute: string): boolean => readOnly.has(attribute)
export const isRequired = (attribute: string): boolean => required.has(attribute)

/**
 * The attribute that a path or a filter names, lower-cased and without its schema, its sub-attributes behind a dot; null
 * for one that the standard does not have.
 */
export function attributeNamed(written: string): string | null {
  const text = written.toLowerCase()
  const enterprise = enterpriseSchema.toLowerCase()
  if (text === enterprise) return enterprise
  if (text.startsWith(`${enterprise}:`)) {
    const name = text.slice(enterprise.length + 1)
    return ofEnterprise.has(name.split('.')[0] ?? '') ? `enterprise.${name}` : null
  }
  const core = `${userSchema.toLowerCase()}:`
  const name = text.startsWith(core) ? text.slice(core.length) : text
  return /^[a-z0-9$]+(\.[a-z0-9$]+)?$/.test(name) && known.has(name.split('.')[0] ?? '') ? name : null
}
