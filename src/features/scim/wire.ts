/** Wire of the settings of provisioning: how the company's directory calls, and what came of it lately. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { InstantWire } from '#kernel/wire.ts'

/** Address under which a directory calls. */
export const scimPath = '/scim/v2'

export const ProvisioningWire = z.object({
  /** Address that the directory calls. */
  baseUrl: z.string(),
  /** True while a service has a living token with the scope `people:provision`. */
  hasToken: z.boolean(),
  /** People whom the directory added, changed or deleted last, the latest first. */
  people: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      /** False for somebody who was deactivated, or whose invitation has ended. */
      active: z.boolean(),
      /** True for somebody who has not accepted the invitation yet. */
      isInvited: z.boolean(),
      /** True for somebody whom the directory deleted. */
      isRemoved: z.boolean(),
      changedAt: InstantWire,
    }),
  ),
  /** Changes of the directory that were refused last, the latest first. */
  failures: z.array(
    z.object({
      id: z.string(),
      /** Address of the person concerned, as far as it is known. */
      subject: z.string().nullable(),
      /** Why, as the directory was told. */
      detail: z.string(),
      createdAt: InstantWire,
    }),
  ),
})
export type ProvisioningWire = z.infer<typeof ProvisioningWire>

export const getProvisioning = endpoint({
  id: 'getProvisioning',
  method: 'GET',
  path: '/api/company/provisioning',
  summary: 'How the company’s directory adds and removes people over SCIM, and what came of it lately.',
  response: ProvisioningWire,
})
