// Reach of push services, in earnest: on the public internet, over TLS; and what a program without keys answers.
import { describe, expect, test } from 'vitest'
import { makeDevice, pushDesk } from '#tests/support/push-desk.ts'

describe('in earnest', () => {
  const desk = pushDesk('alcance', { allowsLoopback: false })

  test.each([
    'http://empuje.example/a',
    'http://127.0.0.1:8080/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://[::1]/a',
    'https://10.0.0.7/a',
    'https://192.168.1.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/a',
    'https://empuje.example:22/a',
    'https://persona:clave@empuje.example/a',
  ])('no device is added at %s', async endpoint => {
    const device = makeDevice('https://empuje.example')
    const refused = await desk.add(device, desk.approver, {
      subscription: { ...device.subscription, endpoint },
    })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/push_address_refused'])
  })

  test('a device of a public push service is added', async () => {
    expect((await desk.add(makeDevice('https://empuje.example'), desk.approver)).status).toBe(200)
  })
})

describe('a program without keys', () => {
  const desk = pushDesk('sinclaves', { keys: [] })

  test('says so, and adds and renews nothing', async () => {
    const { body } = await desk.ask('', desk.approver)
    expect(body).toMatchObject({
      publicKey: null,
      devices: [],
      can: { add: { refused: 'push_not_configured' } },
    })
    const device = makeDevice('https://empuje.example')
    const { endpoint, auth, subscription } = device
    const renewal = { method: 'POST', body: { endpoint, auth, next: subscription } }
    for (const answer of [
      await desk.add(device, desk.approver),
      await desk.ask('/renewal', undefined, renewal),
    ])
      expect([answer.status, answer.body.type]).toEqual([409, '/problems/push_not_configured'])
  })
})
