// Things that end after a backup was taken, and are back in the database that is restored from it.
import { expect } from 'vitest'
import { type Talk, talkTo } from '#tests/support/talk.ts'

export type Ended = { readonly session: string; readonly token: string }

/** A session and a token that are open; `end` signs out and revokes, as their person does. */
export async function openToEnd(talk: Talk) {
  const session = await talk.signIn('empresa')
  const wanted = { name: 'ERP', scopes: ['orders:read'], days: 30 }
  const { text: token, token: made } = (await talk.post('/api/account/tokens', session, wanted)).body
  const end = async (): Promise<Ended> => {
    const headers = { authorization: `Bearer ${session}` }
    expect((await talk.ask(`/api/tokens/${made.id}`, { method: 'DELETE', headers })).status).toBe(200)
    expect((await talk.post('/auth/v1/logout?scope=global', session, {})).status).toBe(204)
    return { session, token }
  }
  return { end }
}

type Operator = (...words: readonly string[]) => Promise<{ output: string }>

/** Both are back on every node, until the operator ends them on all of them at once. */
export async function endsWhatIsBack(
  origins: readonly string[],
  operator: Operator,
  { session, token }: Ended,
): Promise<void> {
  const seen = async (bearer: string) => {
    const answers = origins.map(origin => talkTo(origin).get('/api/documents', bearer))
    return [...new Set((await Promise.all(answers)).map(({ status }) => status))]
  }
  expect([await seen(session), await seen(token)]).toEqual([[200], [200]])
  expect((await operator('end-sessions', '--apply')).output).toMatch(/\nactive .*«ERP»/)
  expect([await seen(session), await seen(token)]).toEqual([[401], [200]])
  await operator('end-sessions', '--tokens', '--apply')
  expect(await seen(token)).toEqual([401])
}
