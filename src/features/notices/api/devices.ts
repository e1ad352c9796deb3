/** Routes of the devices on which a person is told what waits for them. */
import {
  addOwnDevice,
  changeOwnDevice,
  type Devices,
  ownDevices,
  removeOwnDevice,
  renewDeviceAddress,
  tryOwnDevice,
} from '#features/notices/commands/devices.ts'
import { deviceWords } from '#features/notices/text/devices.ts'
import {
  addDevice,
  changeDevice,
  listDevices,
  removeDevice,
  renewDevice,
  testDevice,
} from '#features/notices/wire/devices.ts'
import { open, own, type Route } from '#server/http/route.ts'

export const deviceRoutes = (devices: Devices): readonly Route[] => [
  own(listDevices, deviceWords, self => ownDevices(devices, self)),
  own(addDevice, deviceWords, (self, { body }) => addOwnDevice(devices, self, body)),
  own(changeDevice, deviceWords, (self, { params, body }) =>
    changeOwnDevice(devices, self, { id: params.deviceId, ...body }),
  ),
  own(removeDevice, deviceWords, (self, { params }) => removeOwnDevice(devices, self, params.deviceId)),
  own(testDevice, deviceWords, (self, { params }) => tryOwnDevice(devices, self, params.deviceId)),
  open(renewDevice, ({ body }, from) => renewDeviceAddress(devices, body, from.ip), deviceWords),
]
