// People with passkeys, and the calls that they make.
import type { Role } from '#kernel/actor.ts'
import { origin } from '#tests/support/app.ts'
import { type Circumstances, type Device, newDevice, readAsked } from '#tests/support/authenticator.ts'
import type { Browsers } from '#tests/support/browsers.ts'

const own = '/api/account/passkeys'

export function passkeysOf(app: Browsers) {
  const post = (url: string, body: object, as?: string) => app.ask(url, { method: 'POST', body, as })
  const askToAdd = async (as: string) => readAsked((await post(`${own}/challenges`, {}, as)).body)
  const askToEnter = async () => readAsked((await post('/api/passkey-sign-in/challenges', {})).body)
  const askToStep = async (as: string) =>
    readAsked((await post('/auth/v1/factors/passkey/challenge', {}, as)).body)
  const add = async (as: string, device = newDevice(origin), name = 'Mi portátil') => {
    const asked = await askToAdd(as)
    const body = { challengeId: asked.challengeId, name, credential: device.create(asked) }
    return { device, answer: await post(own, body, as) }
  }
  return {
    post,
    askToAdd,
    askToEnter,
    askToStep,
    add,
    list: async (as: string) => (await app.ask(own, { as })).body.passkeys,
    /** Signs in with the device alone. */
    enter: async (device: Device, told: Circumstances = {}) => {
      const asked = await askToEnter()
      return post('/api/passkey-sign-in/sessions', {
        challengeId: asked.challengeId,
        credential: device.sign(asked, told),
      })
    },
    /** Takes the second step of a session with the device. */
    step: async (as: string, device: Device, told: Circumstances = {}) => {
      const asked = await askToStep(as)
      const body = { challengeId: asked.challengeId, credential: device.sign(asked, told) }
      return post('/auth/v1/factors/passkey', body, as)
    },
    /** Somebody with one passkey, in a session of two factors. */
    keeper: async (role: Role = 'approver') => {
      const { email, userId } = await app.someone(role)
      const before = await app.signIn(email)
      const { device, answer } = await add(before)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return { email, userId, device, before, token: String(answer.body.access_token) }
    },
    journalOf: async (userId: string) => (await app.journal(app.company, userId)).map(event => event.action),
  }
}
