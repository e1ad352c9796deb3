/** Queries and mutations of the devices on which a person is told what waits for them. */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { deviceLabel } from '#features/identity/text/devices.ts'
import {
  addDevice,
  changeDevice,
  type DeviceWire,
  listDevices,
  removeDevice,
  testDevice,
} from '#features/notices/wire/devices.ts'
import { call } from '#ui/api.ts'
import { ownDigest, subscribe, unsubscribe } from '#ui/push.ts'
import { queryClient } from '#ui/query-client.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => {
    const [listed, digest] = await Promise.all([call(listDevices, { signal }), ownDigest().catch(() => null)])
    return { ...listed, ownId: listed.devices.find(device => device.digest === digest)?.id ?? null }
  },
})

const changed = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })

/** Adds this browser. False when its person did not let it. */
export const addDeviceMutation = mutationOptions({
  mutationFn: async (publicKey: string) => {
    const subscription = await subscribe(publicKey)
    if (subscription === null) return false
    const name = deviceLabel(navigator.userAgent)
    await call(addDevice, { body: { subscription, publicKey, name } })
    return true
  },
  onSettled: changed,
})

export const changeDeviceMutation = mutationOptions({
  mutationFn: ({ id, showsDetails }: Pick<DeviceWire, 'id' | 'showsDetails'>) =>
    call(changeDevice, { params: { deviceId: id }, body: { showsDetails } }),
  onSettled: changed,
})

export const removeDeviceMutation = mutationOptions({
  mutationFn: async ({ id, isOwn }: { id: string; isOwn: boolean }) => {
    await call(removeDevice, { params: { deviceId: id } })
    if (isOwn) await unsubscribe()
  },
  onSettled: changed,
})

export const testDeviceMutation = mutationOptions({
  mutationFn: (id: string) => call(testDevice, { params: { deviceId: id } }),
  onSettled: changed,
})
