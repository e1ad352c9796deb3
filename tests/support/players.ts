// Whoever plays in a sample: an administrator of a company without orders.
import { expect } from 'vitest'
import { password } from '#tests/support/app.ts'
import type { WholeProduct } from '#tests/support/product.ts'

export type Session = { access_token: string; refresh_token: string }
type Answer = { status: number; body: { type?: string } }

/** Status and kind of a refusal. */
export const kind = ({ status, body }: Answer) => [status, body.type?.replace('/problems/', '')]

export function playersOf(app: WholeProduct) {
  let count = 0
  const granted = async (grant: 'password' | 'refresh_token', body: object): Promise<Session> =>
    (await app.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })).body
  const signedIn = (email: string) => granted('password', { email, password })
  const renewed = ({ refresh_token }: Session) => granted('refresh_token', { refresh_token })
  const post = (path: string, { access_token: as }: Session, body: object = {}) =>
    app.ask(path, { method: 'POST', as, body })
  const get = (path: string, { access_token: as }: Session) => app.ask(path, { as })
  const make = (session: Session) => post('/api/sample', session)
  const discard = (session: Session) => post('/api/sample/discard', session)
  const newAddress = () => `ada${++count}@norte.example`

  /** The administrator of a company without orders. */
  const newPlayer = async (name = 'Norte') => {
    const companyId = await app.company('free', name)
    const email = newAddress()
    const userId = await app.person(companyId, 'admin', email)
    return { companyId, email, userId, session: await signedIn(email) }
  }

  /** A player inside a fresh sample. */
  const playing = async (name = 'Norte') => {
    const player = await newPlayer(name)
    const { status, body } = await make(player.session)
    expect([status, body]).toEqual([200, { companyId: expect.any(String) }])
    const sampleId: string = body.companyId
    expect((await post('/api/session/company', player.session, { companyId: sampleId })).status).toBe(200)
    return { ...player, sampleId, session: await renewed(player.session) }
  }

  const decide = async (session: Session, decision: 'approve' | 'return'): Promise<void> => {
    const { body: inbox } = await get('/api/approvals/pending', session)
    const { id, revision } = inbox.items[0].document
    const decided = await post(`/api/documents/${id}/decision`, session, {
      revision,
      decision,
      comment: 'No',
    })
    expect(decided.status).toBe(200)
  }

  return { signedIn, renewed, post, get, make, discard, newAddress, newPlayer, playing, decide }
}
