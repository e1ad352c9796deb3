/** Wire of the devices on which a person is told what waits for them, by Web Push. */
import { z } from 'zod'
import { longestDeviceName, longestEndpoint } from '#features/notices/rules/devices.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, lineWire, UuidWire } from '#kernel/wire.ts'

/** Bytes in base64url, of exactly this length. */
const bytes = (characters: number) =>
  z
    .string()
    .length(characters, 'Datos no válidos')
    .regex(/^[A-Za-z0-9_-]+$/, 'Datos no válidos')

export const PushSubscriptionWire = z.object({
  /** Address of the device at the push service of its browser. */
  endpoint: z.url('Dirección no válida').max(longestEndpoint, `Máximo ${longestEndpoint} caracteres`),
  /** Public key of the device: only it reads what is sent with it. */
  p256dh: bytes(87),
  /** Secret of the device, which says that a message is for it. */
  auth: bytes(22),
})

export const DeviceWire = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: InstantWire,
  /** Last notice that the push service took; null before the first. */
  toldAt: InstantWire.nullable(),
  /** True when notices show amounts and names, also on a locked screen. */
  showsDetails: z.boolean(),
  /** False after the operator has changed keys: the device is told nothing until it is turned on again. */
  isReached: z.boolean(),
  /** SHA-256 of its address in base64url, by which a browser knows itself among them. */
  digest: z.string(),
})
export type DeviceWire = z.infer<typeof DeviceWire>

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/api/account/devices',
  summary:
    'The devices on which the person is told what waits for them, oldest first, and the key with which a browser adds itself.',
  response: z.object({
    /** Key for `PushManager.subscribe`; null where the operator has set none: nobody is told on devices then. */
    publicKey: z.string().nullable(),
    devices: z.array(DeviceWire),
    can: z.object({ add: AbilityWire }),
  }),
})

export const AddDeviceWire = z.object({
  /** Subscription of the browser, as it describes itself. */
  subscription: PushSubscriptionWire,
  /** The `publicKey` with which the browser subscribed. */
  publicKey: bytes(87),
  /** Name by which the person knows the device: 'Chrome en Android'. */
  name: lineWire(longestDeviceName, 'Escribe un nombre'),
})
export type AddedDevice = z.output<typeof AddDeviceWire>

export const addDevice = endpoint({
  id: 'addDevice',
  method: 'POST',
  path: '/api/account/devices',
  summary:
    'Adds this browser to the devices of the person, or renews it. It ends with the session, but for one that runs out by itself. Notices on it say no amounts or names until somebody asks for them.',
  body: AddDeviceWire,
  response: DeviceWire,
  refusals: [
    'push_not_configured',
    'too_many_devices',
    'push_address_refused',
    'push_key_changed',
    'device_known',
    'too_many_tries',
  ],
})

const params = z.object({ deviceId: UuidWire })

export const ChangeDeviceWire = z.object({
  /** True: notices on this device show amounts and names, also on a locked screen. */
  showsDetails: z.boolean(),
})

export const changeDevice = endpoint({
  id: 'changeDevice',
  method: 'PATCH',
  path: '/api/account/devices/:deviceId',
  summary: 'Says whether notices on one of the person’s devices show amounts and names.',
  params,
  body: ChangeDeviceWire,
  response: DeviceWire,
  refusals: ['not_found', 'too_many_tries'],
})

export const removeDevice = endpoint({
  id: 'removeDevice',
  method: 'DELETE',
  path: '/api/account/devices/:deviceId',
  summary: 'Removes one of the person’s devices: it is told nothing more.',
  params,
  response: z.object({ removed: z.literal(true) }),
  refusals: ['not_found'],
})

export const testDevice = endpoint({
  id: 'testDevice',
  method: 'POST',
  path: '/api/account/devices/:deviceId/test',
  summary:
    'Sends one notice to one of the person’s devices, and waits for its push service. A device that the service no longer knows is removed.',
  params,
  response: z.object({
    /** `gone`: the push service no longer knows the device, which is removed. */
    outcome: z.enum(['sent', 'gone']),
  }),
  refusals: ['not_found', 'push_not_configured', 'device_unreachable', 'too_many_tries'],
})

export const RenewDeviceWire = z.object({
  /** Address that the browser has given up. */
  endpoint: PushSubscriptionWire.shape.endpoint,
  /** Secret that the device had with it, which nobody else knows. */
  auth: PushSubscriptionWire.shape.auth,
  /** Subscription in its place. */
  next: PushSubscriptionWire,
})
export type Renewal = z.output<typeof RenewDeviceWire>

export const renewDevice = endpoint({
  id: 'renewDevice',
  method: 'POST',
  path: '/api/account/devices/renewal',
  summary:
    'Gives a device another address, when its browser changes it by itself. Without a session: the secret of the address before is the proof.',
  body: RenewDeviceWire,
  response: z.object({ renewed: z.literal(true) }),
  refusals: ['not_found', 'push_not_configured', 'push_address_refused', 'too_many_tries'],
})
