/** Description of the service (RFC 7643, sections 5 to 7). */
import { userSchema } from '#features/scim/rules/attributes.ts'
import { provisionedRoles } from '#features/scim/rules.ts'

export const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const mostResults = 200

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Clave de un servicio',
      description: 'Una clave de API de un servicio con el permiso people:provision, como Bearer.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const userType = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'Personas de la empresa',
  schema: userSchema,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
})

type Field = {
  readonly name: string
  readonly type?: 'string' | 'boolean' | 'complex'
  readonly description: string
  readonly several?: true
  readonly required?: true
  readonly exact?: true
  readonly readOnly?: true
  readonly unique?: true
  readonly values?: readonly string[]
  readonly inner?: readonly Field[]
}

const attribute = (field: Field): object => ({
  name: field.name,
  type: field.type ?? 'string',
  multiValued: field.several === true,
  description: field.description,
  required: field.required === true,
  caseExact: field.exact === true,
  mutability: field.readOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: field.unique ? 'server' : 'none',
  ...(field.values ? { canonicalValues: field.values } : {}),
  ...(field.inner ? { subAttributes: field.inner.map(attribute) } : {}),
})

const kept = 'Se toma al dar de alta; después es de la persona, y la respuesta dice lo que vale.'

const fields: readonly Field[] = [
  {
    name: 'userName',
    description: `Dirección de correo de la persona. ${kept}`,
    required: true,
    unique: true,
  },
  {
    name: 'name',
    type: 'complex',
    description: kept,
    inner: [
      { name: 'formatted', description: 'Nombre completo.', readOnly: true },
      { name: 'givenName', description: 'Nombre.' },
      { name: 'familyName', description: 'Apellidos.' },
    ],
  },
  { name: 'displayName', description: `Nombre completo. ${kept}` },
  {
    name: 'active',
    type: 'boolean',
    description: 'Si la persona está invitada o entra en la empresa. Falso: se la ha dado de baja.',
  },
  {
    name: 'emails',
    type: 'complex',
    several: true,
    description: 'La misma dirección que en userName.',
    inner: [
      { name: 'value', description: 'Dirección.' },
      { name: 'type', description: 'Siempre work.', values: ['work'] },
      { name: 'primary', type: 'boolean', description: 'Siempre verdadero.' },
    ],
  },
  {
    name: 'roles',
    type: 'complex',
    several: true,
    description: `Rol en la empresa; sin decirlo, ${provisionedRoles[0]}. ${kept}`,
    inner: [
      { name: 'value', description: 'Rol.', exact: true, values: provisionedRoles },
      { name: 'display', description: 'Nombre del rol.', readOnly: true },
      { name: 'primary', type: 'boolean', description: 'Siempre verdadero.' },
    ],
  },
]

export const userDescription = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id: userSchema,
  name: 'User',
  description: 'Persona de la empresa',
  attributes: fields.map(attribute),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
})

export const toList = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
